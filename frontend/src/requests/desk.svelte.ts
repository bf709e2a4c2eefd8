/** The player's desk: the open question, the answer in the making, what a preview said about it, and the four buttons. */

import { untrack } from 'svelte';
import { Spaces } from '$board/spaces';
import type { MatchStore } from '$client/match.svelte';
import { Newest } from '$client/newest';
import { canonical } from '$client/patch';
import type { Answer, Odds, PieceView, Req, Sight, Square } from '$client/wire';
import { DeployDraft } from './deploy.svelte';
import type { Draft } from './draft';
import { dropDraft, keepDraft, keptDraft } from './kept';
import { lengthOn } from './lengths';
import { makeDraft } from './make';
import { readPreview, type Preview } from './preview';

/** A seat may ask 20 previews a second. */
const PREVIEW_GAP_MS = 55;
/** How long a remark stays. */
const REMARK_MS = 3500;
/** The step of an accepted answer comes at once, unless another seat is asked in secret first. */
const STEP_PATIENCE_MS = 700;

/** Answers of many parts: kept over a reload. */
const TEDIOUS: ReadonlySet<string> = new Set(['place', 'deploy', 'allocate']);

export class Desk {
  request = $state.raw<Req | null>(null);
  draft = $state.raw<Draft | null>(null);
  preview = $state.raw<Preview | null>(null);
  /** The piece that is hovered or chosen on the table. */
  looking = $state<string | null>(null);
  /** Why something was of no use, in one short line. */
  remark = $state('');
  /** An accepted answer leads to no step yet, so it is no longer only a matter of a moment. */
  awaited = $state(false);
  /** What would be taken back is shown, and the person is asked whether they mean it. */
  asking = $state(false);
  /** A key would have passed where something is lost by it: the person is asked whether they mean it. */
  passing = $state(false);
  private kept: Answer | null = null;
  private fading: ReturnType<typeof setTimeout> | undefined;
  private patience: ReturnType<typeof setTimeout> | undefined;
  private about = '';
  /** A square was of no use, and what is shown is only our own short word for it. */
  private wondering = false;
  /** The answer that was sent last. */
  private refused = '';
  private readonly previews: Newest<{ request: string; body: Answer; about: string }>;

  constructor(private readonly match: MatchStore) {
    this.previews = new Newest(PREVIEW_GAP_MS, ({ request, body, about }) => {
      match.preview(request, body, (reply) => {
        if (about === this.about) this.hear(readPreview(reply));
      });
    });
  }

  /** The spaces of a table of squares. */
  readonly spaces = $derived.by(() => (this.match.table?.form === 'squares' ? new Spaces(this.match.table) : null));

  /** The answer was accepted; what is shown stays as it is until its step comes. */
  readonly accepted = $derived.by(() => this.request !== null && this.request.id === this.match.accepted);

  /** An answer is on its way, so nothing more can be said. */
  readonly busy = $derived.by(() => this.accepted || this.match.sending.includes('answer'));

  /** The draft while something can still be done to it. */
  readonly hand = $derived.by(() => (this.busy ? null : this.draft));

  /** The own answer to a sealed batch: the others are awaited, and it may still be taken back. */
  readonly given = $derived.by(() => {
    const { role, view } = this.match;
    return (role && view?.pending[role]?.given) || null;
  });

  /** Why nothing can be taken back; empty where something can. */
  readonly undoBarred = $derived.by(() => {
    if (this.draft?.newest || this.given) return '';
    if (this.match.undo === 'judge') return 'Too much has happened or been seen since your last decision to take it back';
    if (this.match.undo === 'consent' && this.agrees === 0) return 'The bot has agreed as often as it does in a match; now the decision stands';
    return this.match.undo ? '' : 'There is nothing yet that you could take back';
  });

  /** How many times the bots still agree in this match; null: no bot is asked. */
  readonly agrees = $derived.by((): number | null => {
    const left = Object.values(this.match.people.seats).flatMap((seat) => seat.agrees ?? []);
    return left.length ? Math.min(...left) : null;
  });

  /** The next undo is about what the others have seen, so it is named and confirmed first. */
  readonly asksFirst = $derived.by(() => !this.draft?.newest && !this.given && this.match.undo === 'consent');

  /** The kind of the own deed that an undo with consent is about; empty where the log does not tell. */
  readonly deed = $derived.by(() => (this.asksFirst && this.match.goes.find((line) => !line.heading && line.seat === this.match.role)?.kind) || '');

  /** What has to be mended before it can be committed. */
  private readonly fault = $derived.by(() => (this.preview && this.draft instanceof DeployDraft ? this.draft.faultIn(this.preview) : ''));

  readonly mayCommit = $derived.by(() => !this.busy && this.draft?.answer != null && !this.fault);

  readonly hint = $derived.by(() => this.fault || (this.draft?.hint ?? ''));

  /** Keep the draft while the question stays the same; a new question starts anew, or with what was taken back. */
  follow(requests: Req[], role: string | null): void {
    const next = requests.find((request) => request.seat === role) ?? null;
    const before = this.kept;
    this.kept = this.given;
    this.waitForStep();
    if (next?.id === this.request?.id) return;
    if (this.request && this.request.seat === role) dropDraft(this.match.id, role);
    this.request = next;
    const piece = (id: string): PieceView | undefined => this.match.view?.pieces[id];
    this.draft = next ? makeDraft(next.spec, { piece, subject: next.subject, optional: next.pass !== null && next.window === null, spaces: this.spaces, length: (units) => lengthOn(this.match.table, units) }) : null;
    const begun = before ?? (next && keptDraft(this.match.id, next.seat, next.id));
    if (begun) untrack(() => this.draft?.restore(begun));
    this.remark = '';
    this.passing = false;
    this.forget();
  }

  private waitForStep(): void {
    if (!this.accepted) {
      clearTimeout(this.patience);
      this.patience = undefined;
      this.awaited = false;
    } else this.patience ??= setTimeout(() => (this.awaited = true), STEP_PATIENCE_MS);
  }

  /** A square was picked on the board: what the draft cannot use is answered in a few words. */
  pick(at: Square): void {
    const { hand } = this;
    if (hand) this.judge(hand.square(hand.meant(at)), hand, at);
  }

  /** A piece was touched on the board; true where that meant something. */
  touch(id: string): boolean {
    const { hand } = this;
    if (!hand?.confirms(id)) return hand?.piece(id) ?? false;
    this.commit();
    return true;
  }

  drag(piece: string, to: Square): void {
    const { hand } = this;
    if (hand) this.judge(hand.drag(piece, to), hand, to);
  }

  /** What was of no use is answered at once in our own short words, and in the server's when they come. */
  private judge(useful: boolean, hand: Draft, at: Square): void {
    this.note(useful ? '' : hand.whyNot(at));
    this.wondering = !useful;
    const known = hand.partial !== null && canonical(hand.partial) === this.about;
    if (known && this.preview) this.hear(this.preview);
  }

  private hear(preview: Preview): void {
    this.preview = preview;
    if (this.wondering && !preview.legal && preview.why) this.note(preview.why);
    this.wondering = false;
  }

  /** One short line, for a moment. */
  note(text: string): void {
    this.remark = text;
    clearTimeout(this.fading);
    if (text) this.fading = setTimeout(() => (this.remark = ''), REMARK_MS);
  }

  /** What was refused is no longer what would be answered, so the refusal has nothing more to say. */
  changed(): void {
    const said = this.draft?.answer ? canonical(this.draft.answer) : '';
    if (this.match.refusal && said !== this.refused) this.match.refusal = null;
    this.keep();
  }

  /** Answers of many parts would be tedious to give again after a reload. */
  private keep(): void {
    const { request, hand } = this;
    if (!request || !hand || !TEDIOUS.has(hand.kind)) return;
    if (hand.partial) keepDraft(this.match.id, request.seat, request.id, hand.partial);
    else dropDraft(this.match.id, request.seat);
  }

  /** Ask what the unfinished answer would mean; what was said about another one no longer holds. */
  look(partial: Answer | null): void {
    const about = partial ? canonical(partial) : '';
    if (about === this.about) return;
    this.about = about;
    this.preview = null;
    if (partial && this.request) this.previews.offer({ request: this.request.id, body: partial, about });
    else this.previews.cancel();
  }

  /** Of all that a preview says, the part about one possible target: the one that is looked at, else the likeliest. */
  readonly focus = $derived.by((): string | null => {
    const odds = this.preview?.odds ?? [];
    const wanted = odds.find((one) => one.piece !== null && one.piece === this.looking);
    if (wanted) return wanted.piece;
    return [...odds].sort((a, b) => b.odds.percent - a.odds.percent)[0]?.piece ?? null;
  });

  readonly odds = $derived.by((): Odds | null => {
    const said = this.preview?.odds.find((one) => one.piece === this.focus);
    return said?.odds ?? this.draft?.odds ?? null;
  });

  readonly sight = $derived.by((): Sight | null => {
    const wanted = this.focus ?? this.looking;
    return this.preview?.sights.find((one) => one.piece !== null && one.piece === wanted) ?? null;
  });

  commit(): void {
    const body = this.draft?.answer;
    if (body && this.mayCommit) this.say(body);
  }

  /** Answers that need no draft: no, pass. */
  say(body: Answer): void {
    this.refused = canonical(body);
    if (this.request && !this.busy) void this.match.send({ t: 'answer', request: this.request.id, body });
  }

  pass(): void {
    this.passing = false;
    if (this.request?.pass) this.say({ pass: true });
  }

  /** A key is pressed sooner than a button: where much is lost by it, it asks first. */
  passByKey(): void {
    if (this.request?.pass?.sure && !this.busy) this.passing = true;
    else this.pass();
  }

  /** First what is not sent yet, then what was. */
  undo(): void {
    if (this.undoBarred) this.note(this.undoBarred);
    else if (this.hand?.newest) this.hand.lift();
    else if (this.match.sending.includes('undo')) return;
    else if (this.asksFirst) this.asking = true;
    else void this.match.send({ t: 'undo' });
  }

  /** What was named may be taken back. */
  ask(): void {
    this.asking = false;
    if (this.asksFirst && !this.undoBarred && !this.match.sending.includes('undo')) void this.match.send({ t: 'undo' });
  }

  /** True where something was lifted. */
  lift(): boolean {
    return this.hand?.lift() ?? false;
  }

  private forget(): void {
    this.about = '';
    this.preview = null;
    this.previews.cancel();
  }
}
