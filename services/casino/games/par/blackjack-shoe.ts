/**
 * The shoe of the blackjack analysis: how many cards of each value are left, and the probabilities of the dealer's final total.
 * Cards are values: 0 is the ace, 1 to 8 are two to nine, 9 is every card that counts ten.
 */
export const kinds = 10;
export const ace = 0;
export const ten = 9;
export const bestTotal = 21;
export const allKinds = Array.from({ length: kinds }, (_, kind) => kind);

/** One result for each value of the hole card. The player does not see that card, so one decision applies to all of them. */
export type ByHole = Float64Array;

export function fullShoe(decks: number): Float64Array {
  return Float64Array.from(allKinds, (kind) => decks * (kind === ten ? 16 : 4));
}

export const sizeOf = (shoe: Float64Array) => shoe.reduce((sum, count) => sum + count, 0);

/** The shoe from which the player draws, for every hole card that gives the dealer no blackjack. */
export class OpenShoe {
  readonly counts: Float64Array;
  readonly up: number;
  readonly holes: readonly number[];
  size: number;
  /** The dealer's final total, by the cards taken; a player's total is compared with it. */
  private readonly ends: Map<number, Float64Array[]>;
  /** The cards that were taken, as one number. */
  position: number;

  constructor(left: Float64Array, up: number, position = 0, ends = new Map<number, Float64Array[]>()) {
    this.counts = left.slice();
    this.size = sizeOf(left);
    this.up = up;
    this.position = position;
    this.ends = ends;
    this.holes = allKinds.filter((kind) => !(up === ace && kind === ten) && !(up === ten && kind === ace));
  }

  /** The shoe with other cards of a kind taken. It shares the computed final totals of the dealer. */
  without(kind: number, cards: number): OpenShoe {
    const left = this.counts.slice();
    left[kind] = (left[kind] as number) - cards;
    return new OpenShoe(left, this.up, this.position + cards * (powers[kind] as number), this.ends);
  }

  /** Takes a card and returns its probability for each hole card. */
  take(kind: number): number {
    const count = this.counts[kind] as number;
    this.counts[kind] = count - 1;
    this.size--;
    this.position += powers[kind] as number;
    return count / (this.size + 1);
  }

  giveBack(kind: number): void {
    this.counts[kind] = (this.counts[kind] as number) + 1;
    this.size++;
    this.position -= powers[kind] as number;
  }

  /** The probability that the hole card makes a blackjack. */
  blackjackChance(): number {
    const kind = this.up === ace ? ten : this.up === ten ? ace : null;
    return kind === null ? 0 : (this.counts[kind] as number) / this.size;
  }

  /** The probability that the next card is of a kind, by hole card. */
  chances(kind: number): ByHole {
    const chances = new Float64Array(kinds);
    for (const hole of this.holes)
      chances[hole] = ((this.counts[kind] as number) - (kind === hole ? 1 : 0)) / (this.size - 1);
    return chances;
  }

  /** The mean over the hole cards, weighted by the cards that are left. */
  mean(results: ByHole): number {
    let sum = 0;
    let weight = 0;
    for (const hole of this.holes) {
      sum += (this.counts[hole] as number) * (results[hole] as number);
      weight += this.counts[hole] as number;
    }
    return sum / weight;
  }

  /** The result of standing on a total. */
  stand(total: number): ByHole {
    let ends = this.ends.get(this.position);
    if (!ends) {
      ends = allKinds.map((hole) =>
        this.holes.includes(hole) && (this.counts[hole] as number) > 0 ? this.dealersEnds(hole) : new Float64Array(6),
      );
      this.ends.set(this.position, ends);
    }
    const results = new Float64Array(kinds);
    for (const hole of this.holes) {
      const reached = ends[hole] as Float64Array;
      let result = reached[5] as number;
      for (let end = 17; end <= bestTotal; end++) result += Math.sign(total - end) * (reached[end - 17] as number);
      results[hole] = result;
    }
    return results;
  }

  /** The probabilities that the dealer ends on 17 to 21 or busts. */
  private dealersEnds(hole: number): Float64Array {
    const ends = new Float64Array(6);
    this.counts[hole] = (this.counts[hole] as number) - 1;
    this.drawDealer(this.up + hole + 2, this.up === ace || hole === ace, this.size - 1, 1, ends);
    this.counts[hole] = (this.counts[hole] as number) + 1;
    return ends;
  }

  private drawDealer(hard: number, hasAce: boolean, size: number, chance: number, ends: Float64Array): void {
    const { counts } = this;
    // The dealer hits soft 17.
    const total = hasAce && hard >= 8 && hard <= 11 ? hard + 10 : hard;
    if (total >= 17) {
      const end = total > bestTotal ? 5 : total - 17;
      ends[end] = (ends[end] as number) + chance;
      return;
    }
    for (let kind = 0; kind < kinds; kind++) {
      const count = counts[kind] as number;
      if (count <= 0) continue;
      counts[kind] = count - 1;
      this.drawDealer(hard + kind + 1, hasAce || kind === ace, size - 1, (chance * count) / size, ends);
      counts[kind] = count;
    }
  }
}

/** The cards taken as one number, in base 22: fewer than 22 of each kind are taken. */
const powers = allKinds.map((kind) => 22 ** kind);
