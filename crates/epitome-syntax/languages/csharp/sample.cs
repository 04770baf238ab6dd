// The stock of a small shop: what is there, what is reserved, what runs low.
using System;
using System.Collections.Generic;
using System.Linq;
using System.Threading.Tasks;
using static System.Math;
using Lines = System.Collections.Generic.List<Shop.Stock.Line>;

[assembly: CLSCompliant(false)]

namespace Shop.Stock
{
    /// <summary>What happens when an article runs low.</summary>
    public delegate void RunsLow(string article, int left);

    /// <summary>One article on the shelf.</summary>
    public record Line(string Article, int Count = 0)
    {
        public decimal Price { get; init; } = 9.90m;
    }

    [Flags]
    internal enum Mark : byte { None, Fragile = 4, Cold }

    /// <summary>
    /// Keeps count of articles.
    /// </summary>
    [Serializable, DebuggerDisplay("{Total} // pieces")]
    public sealed partial class Shelf : Storage<Line>, IDisposable
    {
        public const int LOW_WATER = 5, HIGH_WATER = 500;
        private readonly Dictionary<string, Line> _lines = new();
        private readonly Func<int, bool> _isLow = count => count < LOW_WATER;
        private int _sold;

        public event RunsLow? Low;

        public string Name { get; set; } = "shelf";
        public int Total => _lines.Values.Sum(line => line.Count);
        public Line this[string article] => _lines[article];

        public Shelf(string name) : base(name, capacity: 40)
        {
            Name = name ?? throw new ArgumentNullException(nameof(name));
        }

        ~Shelf() => Dispose();

        /// <summary>Takes articles off the shelf.</summary>
        /// <exception cref="OutOfStockException">There are too few.</exception>
        [Obsolete("use TakeAsync")]
        public Line Take(string article, int count = 1, params string[] notes)
        {
            if (!_lines.TryGetValue(article, out Line? line))
            {
                throw new KeyNotFoundException($"no {article} here");
            }
            else if (line.Count < count)
            {
                throw new OutOfStockException("only " + line.Count);
            }
            // Notes are kept by the till, not here.
            var left = line with { Count = Max(0, line.Count - count) };
            _lines[article] = left;
            this._sold += count;
            if (_isLow(left.Count)) Low?.Invoke(article, left.Count);
            return left;
        }

        protected internal async Task<int> CountAsync(IStore store, Mark mark)
        {
            int Weight(int pieces) => mark switch
            {
                Mark.Fragile => pieces * 3,
                Mark.Cold when pieces > 10 => throw new InvalidOperationException("too cold"),
                _ => pieces,
            };

            var total = 0;
            using (var reader = await store.OpenAsync<Line>("stock.csv"))
            {
                foreach (Line line in reader.Lines())
                {
                    total += Weight(line.Count);
                }
            }
            Func<int, int> twice = delegate (int n) { return n * 2; };
            try
            {
                store.Close();
            }
            catch (TimeoutException e) when (e.Data.Count == 0)
            {
                throw;
            }
            switch (total)
            {
                case 0: return twice(HIGH_WATER);
                default: return total > 100 ? 100 : total;
            }
        }

        public static Shelf operator +(Shelf shelf, Line line)
        {
            shelf._lines.Add(line.Article, new Shop.Stock.Line(line.Article));
            return shelf;
        }

        public static implicit operator int(Shelf shelf) => shelf.Total;

        void IDisposable.Dispose()
        {
            _sold = 0;
            GC.SuppressFinalize(this);
        }

        private IEnumerable<string> Names()
        {
            foreach (var line in from l in _lines.Values where l.Count > 0 select l)
                yield return line.Article;
        }
    }

    public interface IStore
    {
        Task<Reader<T>> OpenAsync<T>(string file) where T : class;

        void Close() => Console.WriteLine("closed");
    }

    internal static class ShelfExtensions
    {
        /// <summary>Whether nothing is left.</summary>
        public static bool IsEmpty(this Shelf shelf) => shelf.Total == 0;
    }

    public struct Slot(int row, int column)
    {
        public readonly int Place() => row * 10 + column;
    }
}
