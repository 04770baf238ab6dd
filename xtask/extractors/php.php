<?php // Named functions and methods with a body, by PHP's own tokenizer; needs the PHP command line (8.1 or newer).
// Usage: php php.php ROOT

if ($argc < 2) {
    fwrite(STDERR, "Usage: php php.php ROOT\n");
    exit(2);
}
if (!function_exists('token_get_all')) {
    fwrite(STDERR, "PHP lacks its tokenizer: install php-cli with the tokenizer extension.\n");
    exit(2);
}

$root = rtrim($argv[1], '/');
$walk = new RecursiveIteratorIterator(new RecursiveDirectoryIterator($root, FilesystemIterator::SKIP_DOTS));
$rows = [];
foreach ($walk as $file) {
    if ($file->isFile() && !$file->isLink() && $file->getExtension() === 'php') {
        $relative = substr($file->getPathname(), strlen($root) + 1);
        foreach (functions(PhpToken::tokenize(file_get_contents($file->getPathname()))) as [$line, $name]) {
            $rows[] = "$relative\t$line\t$name";
        }
    }
}
sort($rows, SORT_STRING);
echo implode("\n", $rows), $rows ? "\n" : '';

/** Yields the line and name of each `function name(…) … {`, and of each closure given to a variable. */
function functions(array $tokens): iterable
{
    $tokens = array_values(array_filter($tokens, fn ($token) => !$token->isIgnorable()));
    foreach ($tokens as $i => $token) {
        if (!$token->is([T_FUNCTION, T_FN]) || ($tokens[$i - 1] ?? null)?->is([T_USE, T_OBJECT_OPERATOR])) {
            continue;
        }
        $next = $i + 1;
        if ($tokens[$next]->text === '&') {
            $next++;
        }
        if ($tokens[$next]->text !== '(') {
            if (has_body($tokens, $next)) {
                yield [$tokens[$next]->line, $tokens[$next]->text];
            }
            continue;
        }
        // A closure: `$name = [static] function (`, `->name = …` or `'name' => …`.
        $before = $i - 1;
        if (($tokens[$before] ?? null)?->is(T_STATIC)) {
            $before--;
        }
        $sign = $tokens[$before] ?? null;
        $target = $tokens[$before - 1] ?? null;
        if ($sign?->text === '=' && $target?->is([T_VARIABLE, T_STRING])) {
            yield [$target->line, $target->text];
        } elseif ($sign?->is(T_DOUBLE_ARROW) && $target?->is(T_CONSTANT_ENCAPSED_STRING)) {
            yield [$target->line, trim($target->text, '\'"')];
        }
    }
}

/** Whether `{` comes before `;` behind the parameters. */
function has_body(array $tokens, int $at): bool
{
    $depth = 0;
    for (; isset($tokens[$at]); $at++) {
        $text = $tokens[$at]->text;
        if ($text === '(' || $text === '[' || $text === '#[') {
            $depth++;
        } elseif ($text === ')' || $text === ']') {
            $depth--;
        } elseif ($depth === 0 && ($text === '{' || $text === ';')) {
            return $text === '{';
        }
    }
    return false;
}
