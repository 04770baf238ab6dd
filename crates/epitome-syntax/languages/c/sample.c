/**
 * @file ring.c
 * A ring buffer of log lines, and a small reader that fills it.
 */
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "ring.h"

#ifndef RING_SAMPLE
#define RING_SAMPLE
#endif

#define RING_MAX_LINES 512
#define LINE_BYTES 256 /* with the closing NUL */
#define MIN(a, b) ((a) < (b) ? (a) : (b))

#ifdef __cplusplus
extern "C" {
#endif

/** How a read ended. */
typedef enum {
  RING_OK = 0,
  RING_FULL,
  RING_BROKEN = 10
} ring_status;

enum { DEFAULT_LINES = 64 };

/* Called for each line; returns nonzero to stop. */
typedef int (*line_visitor)(const char *line, void *context);

typedef unsigned long line_count;

struct line {
  char text[LINE_BYTES];
  size_t length, offset;
  unsigned truncated : 1;
};

/** A ring of lines; the oldest is overwritten. */
typedef struct ring {
  struct line *lines;
  size_t capacity, used;
  line_visitor on_overwrite;
  union {
    int code;
    void *cause;
  } error;
} ring_t;

union number {
  long whole;
  double real;
};

static const char *const LEVELS[] = { "debug", "info", "# not a comment" };
int verbose_lines;

static void drop_oldest(ring_t *ring);
ring_t *ring_new(size_t capacity);
extern int ring_dump(const ring_t *ring, FILE *out, ...) __attribute__((cold));

/**
 * Makes a ring.
 *
 * \param capacity  lines to keep; 0 takes the default
 */
ring_t *ring_new(size_t capacity)
{
  ring_t *ring = calloc(1, sizeof(*ring));
  if(!ring)
    return NULL;
  ring->capacity = capacity ? MIN(capacity, RING_MAX_LINES) : DEFAULT_LINES;
  ring->lines = calloc(ring->capacity, sizeof(struct line));
  if(!ring->lines) {
    /* Nobody can log without lines. */
    free(ring);
    abort();
  }
  return ring;
}

/* The line at the head goes. */
static void drop_oldest(ring_t *ring)
{
  if(ring->on_overwrite)
    (*ring->on_overwrite)(ring->lines[0].text, NULL);
  memmove(ring->lines, ring->lines + 1, (ring->used - 1) * sizeof(struct line));
  ring->used--;
}

static inline int parse_level(const char *text)
{
  switch(text[0]) {
  case 'd':
    return 0;
  case 'i':
    return 1;
  default:
    break;
  }
  return -EINVAL;
}

int ring_read(ring_t *ring, FILE *in, line_visitor visit)
{
  char buffer[LINE_BYTES];
  ring_status status = RING_OK;

  while(fgets(buffer, sizeof(buffer), in)) {
    struct line *slot;
#ifdef RING_STRICT
    if(parse_level(buffer) < 0 && verbose_lines) {
#else
    if(parse_level(buffer) < 0) {
#endif
      fprintf(stderr, "skipped: %s // really\n", buffer);
      continue;
    }
    if(ring->used == ring->capacity)
      drop_oldest(ring);
    slot = &ring->lines[ring->used++];
    strncpy(slot->text, buffer, sizeof(slot->text) - 1);
    slot->length = strlen(slot->text);
    for(size_t i = 0; i < slot->length; i++) {
      if(slot->text[i] == '\n')
        slot->text[i] = 0;
    }
    if(visit && visit(slot->text, ring))
      goto out;
  }
  if(ferror(in)) {
    ring->error.code = errno;
    return -1;
  }
out:
  return status;
}

/// Picks what to do with an overwritten line.
int (*ring_policy(const char *name))(const char *, void *)
{
  do {
    if(*name == '-')
      return NULL;
  } while(*name++);
  return 0;
}

/* Written before prototypes. */
static int old_style(count, name)
  int count;
  char *name;
{
  return printf("%d %s\n", count, name);
}

#ifdef __cplusplus
}
#endif
