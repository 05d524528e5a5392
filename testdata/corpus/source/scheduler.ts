import { randomUUID } from 'node:crypto';

export type JobState = 'waiting' | 'running' | 'done' | 'failed';

export interface Job<T = unknown> {
  readonly id: string;
  readonly name: string;
  readonly run: (signal: AbortSignal) => Promise<T>;
  attempts: number;
  state: JobState;
  error?: Error;
  result?: T;
}

export interface SchedulerOptions {
  concurrency?: number;
  maxAttempts?: number;
  backoff?: (attempt: number) => number;
  onStateChange?: <T>(job: Job<T>, before: JobState) => void;
}

const defaults: Required<Omit<SchedulerOptions, 'onStateChange'>> = {
  concurrency: 4,
  maxAttempts: 3,
  backoff: (attempt) => Math.min(1000 * 2 ** attempt, 30_000),
};

const sleep = (ms: number, signal: AbortSignal): Promise<void> =>
  new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, ms);
    signal.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });

/** Runs jobs, a few at a time, and tries again what fails. */
export class Scheduler {
  private readonly queue: Job[] = [];
  private readonly running = new Map<string, AbortController>();
  private readonly options: SchedulerOptions & typeof defaults;
  private idle: Array<() => void> = [];

  constructor(options: SchedulerOptions = {}) {
    this.options = { ...defaults, ...options };
    if (this.options.concurrency < 1) {
      throw new RangeError(`concurrency must be at least 1, got ${this.options.concurrency}`);
    }
  }

  get pending(): number {
    return this.queue.length;
  }

  add<T>(name: string, run: Job<T>['run']): Job<T> {
    const job: Job<T> = { id: randomUUID(), name, run, attempts: 0, state: 'waiting' };
    this.queue.push(job as Job);
    this.next();
    return job;
  }

  cancel(id: string, reason = 'cancelled'): boolean {
    const waiting = this.queue.findIndex((job) => job.id === id);
    if (waiting >= 0) {
      const [job] = this.queue.splice(waiting, 1);
      this.change(job, 'failed', new Error(reason));
      return true;
    }
    const controller = this.running.get(id);
    controller?.abort(new Error(reason));
    return controller !== undefined;
  }

  async drain(): Promise<void> {
    if (this.queue.length === 0 && this.running.size === 0) {
      return;
    }
    await new Promise<void>((resolve) => this.idle.push(resolve));
  }

  private next(): void {
    while (this.running.size < this.options.concurrency && this.queue.length > 0) {
      const job = this.queue.shift()!;
      const controller = new AbortController();
      this.running.set(job.id, controller);
      void this.execute(job, controller.signal).finally(() => {
        this.running.delete(job.id);
        this.next();
      });
    }
    if (this.running.size === 0 && this.queue.length === 0) {
      const waiting = this.idle;
      this.idle = [];
      waiting.forEach((resolve) => resolve());
    }
  }

  private async execute(job: Job, signal: AbortSignal): Promise<void> {
    this.change(job, 'running');
    while (true) {
      try {
        job.attempts += 1;
        job.result = await job.run(signal);
        this.change(job, 'done');
        return;
      } catch (err) {
        const error = err instanceof Error ? err : new Error(String(err));
        if (signal.aborted || job.attempts >= this.options.maxAttempts) {
          this.change(job, 'failed', error);
          return;
        }
        await sleep(this.options.backoff(job.attempts), signal).catch(() => undefined);
      }
    }
  }

  private change(job: Job, state: JobState, error?: Error): void {
    const before = job.state;
    job.state = state;
    job.error = error;
    this.options.onStateChange?.(job, before);
  }
}

export function summary(jobs: Iterable<Job>): Record<JobState, number> {
  const counts: Record<JobState, number> = { waiting: 0, running: 0, done: 0, failed: 0 };
  for (const job of jobs) {
    counts[job.state] += 1;
  }
  return counts;
}
