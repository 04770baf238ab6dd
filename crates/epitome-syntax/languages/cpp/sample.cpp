/** \file
 * A small scheduler: tasks with priorities, run by a pool.
 */
#include <functional>
#include <memory>
#include <stdexcept>
#include <string>
#include <vector>

#include "sched/clock.hpp"

#define SCHED_VERSION "2.1"
#define SCHED_CHECK(cond) \
  if (!(cond)) throw std::logic_error(#cond)

namespace sched {

using Clock = std::chrono::steady_clock;
typedef unsigned long TaskId;

constexpr int MAX_TASKS = 1024;
inline const std::string DEFAULT_QUEUE = "main // not a comment";

/// How urgent a task is.
enum class Priority : int { Low = 1, Normal, High = 10 };

/// What can be queued.
template <typename T>
concept Runnable = requires(T t) {
  t();
};

struct Limits {
  int threads = 4, retries{3};
  bool strict;
};

union Payload {
  long number;
  const char* text;
};

class Queue;

/**
 * One thing to do.
 */
class SCHED_API Task : public std::enable_shared_from_this<Task>, private detail::Node<Task> {
  static int live_;

 public:
  using Action = std::function<void(Task&)>;

  /// Raised when a task ran too often.
  struct TooManyRetries : std::runtime_error {
    using std::runtime_error::runtime_error;
  };

  explicit Task(std::string name, Priority priority = Priority::Normal)
      : name_(std::move(name)), priority_(priority) {
    ++live_;
  }
  Task(const Task&) = delete;
  virtual ~Task();

  virtual void run() = 0;
  auto name() const -> const std::string& { return name_; }
  bool operator<(const Task& other) const { return priority_ < other.priority_; }
  explicit operator bool() const noexcept { return !name_.empty(); }
  static int live() { return live_; }

  template <Runnable F>
  void then(F&& next) {
    next_ = std::forward<F>(next);
  }

 protected:
  void retry(int times);

 private:
  std::string name_;
  Priority priority_ = Priority::Low;
  Action next_;
  int* counters_[2];
};

int Task::live_ = 0;

Task::~Task() {
  --live_;
}

// Tries again, with a limit.
void Task::retry(int times) {
  for (int i = 0; i < times; i++) {
    try {
      run();
      return;
    } catch (const TooManyRetries& e) {
      throw;
    } catch (const std::exception& e) {
      this->counters_[0] = nullptr;
    }
  }
  // Whoever asks for this many has made a mistake.
  if (times > MAX_TASKS) {
    throw TooManyRetries("gave up after too many retries");
  }
}

namespace {

/// Seen in this file only.
int next_id() {
  static TaskId id = 0;
  return id++;
}

}  // namespace

static bool by_priority(const std::unique_ptr<Task>& a, const std::unique_ptr<Task>& b) {
  return *a < *b;
}

template <typename T, size_t N = 8>
class Pool final {
 public:
  Pool(Limits limits = Limits()) : limits_(limits) {}
  T* find(TaskId id) const;
  T& operator[](size_t index) { return *items_[index]; }

 private:
  Limits limits_;
  std::vector<std::unique_ptr<T>> items_;
};

template <typename T, size_t N>
T* Pool<T, N>::find(TaskId id) const {
  for (const auto& item : items_) {
    if (item->id() == id) return item.get();
  }
  return nullptr;
}

auto twice = [](int x) { return x * 2; };

[[nodiscard]] std::unique_ptr<Task> make_task(const char* kind, int (*pick)(int), ...) {
  auto log = [&](const std::string& line) -> void { std::puts(line.c_str()); };
  auto* raw = new SleepTask("sleep", Priority::High);
  Limits limits{2, 5};
  SCHED_CHECK(pick(next_id()) >= 0);
  switch (kind[0]) {
    case 's':
      log("sleeping");
      return std::unique_ptr<Task>(raw);
    default:
      break;
  }
  while (limits.threads > 0) limits.threads--;
  return kind ? std::make_unique<SleepTask>(kind) : nullptr;
}

}  // namespace sched

extern "C" int sched_main(void) {
  return sched::twice(21) == 42 ? 0 : -1;
}

TEST_F(SchedTest, RetriesThreeTimes) {
  EXPECT_EQ(sched::Task::live(), 0);
}
