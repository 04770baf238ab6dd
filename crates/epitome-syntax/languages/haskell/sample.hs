{-# LANGUAGE LambdaCase #-}
{-# LANGUAGE TypeFamilies #-}
-- |
-- Module: Garden.Plan
--
-- Plans which beds of a garden are sown, and when.
module Garden.Plan
  ( Plan (..)
  , Bed
  , sow
  , (<+>)
  , module Garden.Season
  ) where

import Control.Exception (throwIO)
import Control.Monad
import qualified Data.Map.Strict as Map (Map, insert, lookup)
import Data.List hiding (insert)
import Garden.Season

-- | Name of a bed.
type Bed = String

-- | What grows, and where.
data Plan = Plan
  { planBeds :: !(Map.Map Bed Crop)
  , planYear, planRows :: Int
  }
  | Fallow Bed Int
  | Bed :> Crop
  deriving (Eq, Show)

data Crop = Bean | Leek | Squash deriving Eq

newtype Seed = Seed { seedCount :: Int } deriving newtype (Ord)

data Tool a where
  Spade :: Int -> Tool Int

-- | Things that need water.
class Show a => Thirsty a where
  type Drink a
  -- | Litres a week.
  litres :: a -> Double
  litres _ = 1.5

  drinks :: a -> Drink a -> Bool

instance Thirsty Crop where
  type Drink Crop = Int
  litres Squash = 12
  litres crop
    | crop == Leek = 3
    | otherwise = litres' crop
    where
      litres' = const 2.5

instance Thirsty a => Thirsty (Maybe a) where
  litres = maybe 0 litres

deriving instance Show Crop

-- | Sows a crop, unless the bed is taken.
sow :: Bed -> Crop -> Plan -> Either String Plan
sow "" _ _ = Left "a bed needs a name -- always"
sow bed crop plan
  | bedTaken = Left ("taken: " ++ bed)
  | planRows plan > maxRows, crop == Squash = Left "too many rows"
  | otherwise =
      let widen rows = rows + 1
          beds = Map.insert bed crop (planBeds plan)
       in Right plan { planBeds = beds, planRows = widen 4 }
  where
    bedTaken = maybe False (const True) (Map.lookup bed (planBeds plan))
sow _ _ plan = Right plan

{-| The second plan wins. -}
(<+>) :: Plan -> Plan -> Plan
a <+> b = a `merge` b

infixl 6 <+>

merge :: Plan -> Plan -> Plan
merge = \_ later -> later

maxRows :: Int
maxRows = 40

-- Not for the manual.
describe :: Crop -> String
describe = \case
  Bean -> "climbs"
  Leek -> "stands"
  other -> show other

-- | Runs the whole year.
runYear :: Int -> IO ()
runYear year = do
  line <- readFile "beds.txt"
  let beds = lines line
      report bed = putStrLn (bed ++ " is ready")
  when (null beds) $ throwIO (userError "no beds")
  forM_ beds $ \bed -> do
    -- One line for each bed.
    report bed
  if year < 2000 then error "too early" else pure ()
  go 3
  where
    go :: Int -> IO ()
    go 0 = pure ()
    go n = print [x | x <- [1 .. n], odd x] >> go (n - 1)

    twice :: (a -> a) -> a -> a
    twice = join (.)

foreign import ccall "math.h sin" c_sin :: Double -> Double

pattern Pair :: a -> b -> (a, b)
pattern Pair x y = (x, y)
