-- Functions of Haskell sources as GHC's own parser sees them. Needs GHC 9.0 with its library:
--   runghc -package=ghc -package=directory -package=filepath haskell.hs ROOT
-- Lines of the C preprocessor are blanked, so that every branch of an `#if` is read. Prints
-- `relative-path<TAB>line<TAB>name` for each function or method with a body that has parameters,
-- is bound to a lambda, or stands at the top level, in a class or in an instance.
{-# LANGUAGE TypeFamilies #-}
module Main (main) where

import Control.Monad (forM_)
import Data.Data (Data, gmapQ)
import Data.List (isPrefixOf, isSuffixOf, nub, sort)
import Data.Maybe (mapMaybe)
import Data.Typeable (cast)
import GHC.Data.EnumSet (EnumSet)
import qualified GHC.Data.EnumSet as EnumSet
import GHC.Data.FastString (mkFastString)
import GHC.Data.StringBuffer (stringToStringBuffer)
import GHC.Hs
import GHC.LanguageExtensions.Type (Extension (..))
import GHC.Parser (parseModule)
import GHC.Parser.Lexer (P (..), ParseResult (..), mkParserFlags', mkPStatePure)
import GHC.Types.Name.Occurrence (occNameString)
import GHC.Types.Name.Reader (RdrName, rdrNameOcc)
import GHC.Types.SrcLoc
import GHC.Unit.Types (mainUnitId)
import System.Directory
import System.Environment (getArgs)
import System.FilePath
import System.IO

main :: IO ()
main = do
  [root] <- getArgs
  files <- sort <$> walk root
  forM_ files $ \file -> do
    handle <- openFile file ReadMode
    hSetEncoding handle utf8
    text <- hGetContents handle
    let path = makeRelative root file
    case parse path (blankCpp text) of
      Left () -> hPutStrLn stderr (path ++ ": does not parse")
      Right m -> forM_ (nub (sort (binds True (unLoc m)))) $ \(line, name) ->
        putStrLn (path ++ "\t" ++ show line ++ "\t" ++ name)

walk :: FilePath -> IO [FilePath]
walk folder = do
  names <- filter ((/= ".") . take 1) <$> listDirectory folder
  concat <$> mapM (visit . (folder </>)) names
  where
    visit path = do
      isLink <- pathIsSymbolicLink path
      isFolder <- doesDirectoryExist path
      if isLink then pure [] else if isFolder then walk path else pure [path | ".hs" `isSuffixOf` path]

blankCpp :: String -> String
blankCpp = unlines . go False . lines
  where
    go _ [] = []
    go continued (l : ls)
      | continued || isCpp l = "" : go ("\\" `isSuffixOf` l) ls
      | otherwise = l : go False ls
    isCpp ('#' : rest) = any (`isPrefixOf` dropWhile (== ' ') rest)
      ["if", "el", "endif", "define", "undef", "include", "error", "warning", "!"]
    isCpp _ = False

parse :: FilePath -> String -> Either () (Located HsModule)
parse path text =
  case unP parseModule (mkPStatePure flags (stringToStringBuffer text) start) of
    POk _ m -> Right m
    PFailed _ -> Left ()
  where
    start = mkRealSrcLoc (mkFastString path) 1 1
    flags = mkParserFlags' EnumSet.empty extensions mainUnitId False False False True

extensions :: EnumSet Extension
extensions = EnumSet.fromList
  [ BangPatterns, BinaryLiterals, ConstraintKinds, DataKinds, DefaultSignatures, DeriveAnyClass
  , DeriveDataTypeable, DeriveFoldable, DeriveFunctor, DeriveGeneric, DeriveLift, DeriveTraversable
  , DerivingStrategies, DerivingVia, EmptyCase, EmptyDataDecls, ExistentialQuantification
  , ExplicitForAll, ExplicitNamespaces, FlexibleContexts, FlexibleInstances, FunctionalDependencies
  , GADTs, GADTSyntax, GeneralizedNewtypeDeriving, InstanceSigs, KindSignatures, LambdaCase, MagicHash
  , MultiParamTypeClasses, MultiWayIf, NumericUnderscores, OverloadedStrings
  , PatternGuards, PatternSynonyms, PolyKinds, QuantifiedConstraints, QuasiQuotes, RankNTypes
  , RecordPuns, RecordWildCards, RoleAnnotations, ScopedTypeVariables, StandaloneDeriving
  , StandaloneKindSignatures, TemplateHaskell, TemplateHaskellQuotes, RecursiveDo, TupleSections, TypeApplications, TypeFamilies
  , TypeOperators, UndecidableInstances, ViewPatterns, ForeignFunctionInterface, ParallelListComp
  ]

-- | Every binding below, with whether a value without parameters counts here.
binds :: Data a => Bool -> a -> [(Int, String)]
binds outer node = here ++ concat (gmapQ (binds inner) node)
  where
    bind = cast node :: Maybe (HsBind GhcPs)
    inner = outer && maybe True (const False) bind
    here = mapMaybe id [bind >>= name]
    name :: HsBind GhcPs -> Maybe (Int, String)
    name (FunBind { fun_id = L at rdr, fun_matches = group })
      | outer || isFunction group = Just (startLine at, text rdr)
    name _ = Nothing
    isFunction :: MatchGroup GhcPs (LHsExpr GhcPs) -> Bool
    isFunction group = case map unLoc (unLoc (mg_alts group)) of
      (m : _) -> not (null (m_pats m)) || isLambda (m_grhss m)
      [] -> False
    isLambda :: GRHSs GhcPs (LHsExpr GhcPs) -> Bool
    isLambda (GRHSs { grhssGRHSs = [L _ (GRHS _ _ (L _ e))] }) = case e of
      HsLam {} -> True
      HsLamCase {} -> True
      _ -> False
    isLambda _ = False

text :: RdrName -> String
text = occNameString . rdrNameOcc

startLine :: SrcSpan -> Int
startLine (RealSrcSpan s _) = srcSpanStartLine s
startLine _ = 0
