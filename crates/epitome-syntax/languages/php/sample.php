<?php declare(strict_types=1);

/**
 * Sends newsletters in batches and keeps count of what went out.
 */
namespace Acme\Newsletter;

use Acme\Mail\{Envelope, Mailer as Transport};
use DateTimeImmutable;
use Psr\Log\LoggerInterface as Logger;
use function Acme\Text\slug;
use const Acme\Mail\MAX_SIZE;

require_once __DIR__ . '/helpers.php';

const BATCH_SIZE = 50, RETRIES = 3;
define('SENDER', 'news@example.org # not a comment');

/** What can be sent. */
interface Sendable extends \Countable
{
    public const VERSION = 2;

    public function envelope(string $to): Envelope;
}

trait Counts
{
    private int $sent = 0;

    protected function count(int $by = 1): void
    {
        $this->sent += $by;
    }
}

enum Status: string implements \JsonSerializable
{
    case Draft = 'draft';
    case Sent = 'sent';

    public static function default(): self
    {
        return self::Draft;
    }

    public function jsonSerialize(): string
    {
        return $this->value;
    }
}

/**
 * A newsletter and its readers.
 */
#[Entity(table: 'newsletters')]
#[Audited]
abstract class Newsletter extends Document implements Sendable
{
    use Counts, Timestamps;

    private static ?self $last = null;
    public readonly string $slug;
    protected array|null $readers = [], $bounced = null;

    public function __construct(
        private Transport $transport,
        protected readonly ?Logger $logger = null,
        string $title = 'Untitled',
    ) {
        parent::__construct($title);
        $this->slug = slug($title);
        self::$last = $this;
    }

    #[Override]
    public function envelope(string $to): Envelope
    {
        return new Envelope($to, $this->title);
    }

    /**
     * Sends to everyone who reads.
     *
     * @throws DeliveryFailed
     */
    public function send(string ...$to): int
    {
        if (count($to) > MAX_SIZE) {
            throw new DeliveryFailed("too many readers: {$this->slug}");
        } elseif ($to === []) {
            return 0;
        }
        $deliver = fn (string $reader): bool => $this->transport->send($this->envelope($reader));
        foreach (array_chunk($to, BATCH_SIZE) as $batch) {
            for ($try = 1; $try <= RETRIES; $try++) {
                try {
                    $this->count(count(array_filter($batch, $deliver)));
                    break;
                } catch (Timeout | Refused $e) {
                    // The next try may fare better.
                    $this->logger?->warning($e->getMessage(), ['try' => $try]);
                }
            }
        }
        return $this->sent;
    }

    public function due(DateTimeImmutable $now): string
    {
        return match (true) {
            $now < $this->created => throw new \LogicException('sent before it was written'),
            $now > $this->expires => 'late',
            default => $this->sent ? 'again' : 'first',
        };
    }

    abstract protected function render(): string;
}

function &archive(array $letters, int $limit = 20): iterable
{
    $sorter = static function (Newsletter $a, Newsletter $b): int {
        return $a->created <=> $b->created;
    };
    usort($letters, $sorter);
    while ($limit-- > 0 && $letters) {
        yield array_pop($letters);
    }
}

$filters = [
    'sent' => fn (Newsletter $it) => $it->status === Status::Sent,
];
$preview = new class extends Document {
    public function html(): string
    {
        return <<<HTML
            <p># {$this->title}</p>
            HTML;
    }
};
?>
<h1><?= htmlspecialchars($preview->html()) ?></h1>
