/*
 * Runs functions of TA-Lib, and the loops of extras.c for what TA-Lib lacks, when asked to.
 *
 *   driver <file of columns> <number of rows>
 *
 * The columns are doubles, one column after the other in the order of columns.ts. Each line of the input is a question:
 *
 *   r <function> <times>   runs it; the answer is its processor time in nanoseconds
 *   w <function> <file>    runs it and writes its lines as doubles; the answer is the number of rows before the first
 *
 * TABLE, the list of functions, is written by c-library.ts from the header of TA-Lib.
 */
#include <float.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "ta_libc.h"

#define LINES 8

static int n;
static double *column_open, *column_high, *column_low, *column_close, *column_volume, *column_time;
static double *column_periods, *column_ratio;
static double *lines[LINES];
static int begin, count;

#include "extras.c"

typedef struct {
  const char *name;
  int (*run)(void);
  /* One letter for each line: d for doubles, i for ints. */
  const char *kinds;
} Function;

#include "functions.c"

static const Function *find(const char *name) {
  for (const Function *f = functions; f->name; f++)
    if (!strcmp(f->name, name)) return f;
  fprintf(stderr, "unknown function %s\n", name);
  exit(1);
}

static void write_lines(const Function *f, const char *path) {
  FILE *file = fopen(path, "wb");
  if (!file) exit(1);
  for (int k = 0; f->kinds[k]; k++) {
    for (int i = 0; i < count; i++) {
      double value = f->kinds[k] == 'd' ? lines[k][i] : ((int *)lines[k])[i];
      fwrite(&value, sizeof value, 1, file);
    }
  }
  fclose(file);
}

int main(int argc, char **argv) {
  if (argc < 3) return 1;
  n = atoi(argv[2]);
  double **columns[] = {&column_open, &column_high, &column_low,     &column_close,
                        &column_volume, &column_time, &column_periods, &column_ratio};
  FILE *file = fopen(argv[1], "rb");
  if (!file) return 1;
  for (size_t k = 0; k < sizeof columns / sizeof *columns; k++) {
    *columns[k] = malloc(n * sizeof(double));
    if (fread(*columns[k], sizeof(double), n, file) != (size_t)n) return 1;
  }
  fclose(file);
  for (int k = 0; k < LINES; k++) lines[k] = calloc(n, sizeof(double));
  TA_Initialize();
  char question, name[64], rest[4096];
  while (scanf(" %c %63s %4095s", &question, name, rest) == 3) {
    const Function *f = find(name);
    if (question == 'w') {
      if (f->run()) return 1;
      write_lines(f, rest);
      printf("%d\n", begin);
    } else {
      struct timespec start, end;
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &start);
      for (int k = atoi(rest); k > 0; k--)
        if (f->run()) return 1;
      clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &end);
      printf("%ld\n", (end.tv_sec - start.tv_sec) * 1000000000L + end.tv_nsec - start.tv_nsec);
    }
    fflush(stdout);
  }
  return 0;
}
