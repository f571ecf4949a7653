/* How the heap of the command asks the system for memory. */
#ifndef CFGLINT_BASE_HEAP_H
#define CFGLINT_BASE_HEAP_H

/* What one candidate of a plan gives back serves the next one, and the heap of the first thread is
 * made of large pages where the system has them: most of a short run's time with the system goes
 * into first touching its pages.  Threads have up to one arena for each processor.  Before the
 * first allocation; elsewhere than with glibc it does nothing. */
void heap_prepare(void);
/* Gives pages back that hold nothing, also between others: now and then in long runs, where what is
 * kept and what goes lie side by side. */
void heap_trim(void);

#endif
