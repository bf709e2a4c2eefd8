/** Lets at most one question through in `gap` milliseconds; of those that came meanwhile only the newest is asked. */

export class Newest<T> {
  private next: { value: T } | null = null;
  private timer: ReturnType<typeof setTimeout> | undefined;
  private last = -Infinity;

  constructor(
    private readonly gap: number,
    private readonly ask: (value: T) => void,
  ) {}

  offer(value: T): void {
    const wait = this.last + this.gap - Date.now();
    if (wait <= 0 && this.timer === undefined) return this.go(value);
    this.next = { value };
    this.timer ??= setTimeout(() => this.flush(), Math.max(0, wait));
  }

  cancel(): void {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.next = null;
  }

  private flush(): void {
    this.timer = undefined;
    const held = this.next;
    this.next = null;
    if (held) this.go(held.value);
  }

  private go(value: T): void {
    this.last = Date.now();
    this.ask(value);
  }
}
