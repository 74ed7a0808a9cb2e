/**
 * A round of blackjack at the table: the deal, the actions, the dealer's play and what each hand returns.
 * Cards are dealt in this order: player, dealer, player, hole; then one for each hit and double. A split deals one card to the hand, then one to the new hand after it. The dealer draws last.
 */
import { roundRefusals } from '@fairline/proto/casino/rounds';
import { Refusal } from '@fairline/proto/contract';
import { type HandAction, handActions } from '@fairline/proto/games/blackjack';
import { type Deal, rankOf } from './shoe.ts';

export const blackjackDecks = 6;
export const maxHands = 4;
const bestTotal = 21;
const aceRank = 0;

export interface Hand {
  readonly cards: number[];
  stakeMinor: number;
  doubled: boolean;
  status: 'active' | 'waiting' | 'stood' | 'bust' | 'won' | 'lost' | 'push' | 'blackjack';
  /** Set once the hand is decided. */
  payoutMinor?: number;
}

/** The value of cards: an ace counts 11 where that does not exceed 21, and the hand is soft then. */
export function handValue(cards: readonly number[]): { total: number; isSoft: boolean } {
  let total = 0;
  let hasAce = false;
  for (const card of cards) {
    const rank = rankOf(card);
    if (rank === aceRank) hasAce = true;
    total += Math.min(rank + 1, 10);
  }
  return hasAce && total + 10 <= bestTotal ? { total: total + 10, isSoft: true } : { total, isSoft: false };
}

const isBlackjack = (cards: readonly number[]) => cards.length === 2 && handValue(cards).total === bestTotal;

export class BlackjackTable {
  readonly hands: Hand[];
  /** The hole card included. */
  readonly dealer: number[];
  /** The cards that decide the side bets: the player's two and the dealer's first. */
  readonly first: number;
  readonly second: number;
  readonly up: number;
  private readonly deal: Deal;
  /** The index of the active hand; past the last hand once the round is decided. */
  private turn = 0;

  constructor(amountMinor: number, deal: Deal) {
    this.deal = deal;
    this.first = deal();
    this.up = deal();
    this.second = deal();
    this.hands = [{ cards: [this.first, this.second], stakeMinor: amountMinor, doubled: false, status: 'active' }];
    this.dealer = [this.up, deal()];
    this.settleNaturals();
  }

  get isOpen(): boolean {
    return this.turn < this.hands.length;
  }

  /** The active hand. */
  get active(): Hand | undefined {
    return this.hands[this.turn];
  }

  /** The actions that the active hand allows now. */
  actions(): HandAction[] {
    const { active } = this;
    return active ? handActions.filter((action) => this.allows(active, action)) : [];
  }

  /** Throws `not_your_turn` for an action that is not allowed. */
  act(action: HandAction): void {
    const { active } = this;
    if (!active || !this.allows(active, action)) throw new Refusal(roundRefusals.notYourTurn);
    if (action === 'split') this.split(active);
    else if (action === 'stand') active.status = 'stood';
    else this.drawTo(active, action === 'double');
    this.passTurn();
  }

  private allows({ cards }: Hand, action: HandAction): boolean {
    if (action === 'hit' || action === 'stand') return true;
    if (cards.length !== 2) return false;
    // Split aces never become active again, so the number of hands is the only limit left to check.
    return (
      action === 'double' || (rankOf(cards[0] as number) === rankOf(cards[1] as number) && this.hands.length < maxHands)
    );
  }

  private drawTo(hand: Hand, isDouble: boolean): void {
    if (isDouble) {
      hand.stakeMinor *= 2;
      hand.doubled = true;
    }
    hand.cards.push(this.deal());
    const { total } = handValue(hand.cards);
    if (total > bestTotal) {
      hand.status = 'bust';
      hand.payoutMinor = 0;
    } else if (isDouble || total === bestTotal) hand.status = 'stood';
  }

  private split(hand: Hand): void {
    const moved = hand.cards.pop() as number;
    const areAces = rankOf(moved) === aceRank;
    hand.cards.push(this.deal());
    const other: Hand = { cards: [moved, this.deal()], stakeMinor: hand.stakeMinor, doubled: false, status: 'waiting' };
    this.hands.splice(this.turn + 1, 0, other);
    for (const each of [hand, other]) if (areAces || handValue(each.cards).total === bestTotal) each.status = 'stood';
  }

  private passTurn(): void {
    for (let hand = this.active; hand; hand = this.active) {
      if (hand.status === 'waiting') hand.status = 'active';
      if (hand.status === 'active') return;
      this.turn++;
    }
    this.settle();
  }

  /** A blackjack pays 3 to 2, rounded down to whole minor units. The dealer peeks first, so no stake is added to a hand that has already lost. */
  private settleNaturals(): void {
    const [hand] = this.hands;
    if (!hand) return;
    const isDealers = isBlackjack(this.dealer);
    if (!isBlackjack(hand.cards)) {
      if (isDealers) this.decide(hand, 'lost', 0);
      return;
    }
    if (isDealers) this.decide(hand, 'push', hand.stakeMinor);
    else this.decide(hand, 'blackjack', hand.stakeMinor + Math.floor((hand.stakeMinor * 3) / 2));
  }

  private decide(hand: Hand, status: Hand['status'], payoutMinor: number): void {
    hand.status = status;
    hand.payoutMinor = payoutMinor;
    this.turn = this.hands.length;
  }

  private settle(): void {
    const stood = this.hands.filter(({ status }) => status === 'stood');
    if (stood.length > 0) this.playDealer();
    const dealers = handValue(this.dealer).total;
    for (const hand of stood) {
      const { total } = handValue(hand.cards);
      if (dealers > bestTotal || total > dealers) this.decide(hand, 'won', hand.stakeMinor * 2);
      else if (total === dealers) this.decide(hand, 'push', hand.stakeMinor);
      else this.decide(hand, 'lost', 0);
    }
  }

  /** The dealer draws to 17 and hits soft 17. */
  private playDealer(): void {
    for (;;) {
      const { total, isSoft } = handValue(this.dealer);
      if (total > 17 || (total === 17 && !isSoft)) return;
      this.dealer.push(this.deal());
    }
  }
}
