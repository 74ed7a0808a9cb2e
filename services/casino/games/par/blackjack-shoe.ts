/**
 * The shoe of the blackjack analysis: what is left of each value of cards, and what the dealer ends on.
 * Cards are values: 0 the ace, 1 to 8 the two to the nine, 9 all that count ten.
 */
export const kinds = 10;
export const ace = 0;
export const ten = 9;
export const bestTotal = 21;
export const allKinds = Array.from({ length: kinds }, (_, kind) => kind);

/** One result for each value of the hole card. The player never sees it, so a decision is one for all of them. */
export type ByHole = Float64Array;

export function fullShoe(decks: number): Float64Array {
  return Float64Array.from(allKinds, (kind) => decks * (kind === ten ? 16 : 4));
}

export const sizeOf = (shoe: Float64Array) => shoe.reduce((sum, count) => sum + count, 0);

/** The shoe as the player takes from it, seen by every hole card that the dealer may have without a blackjack. */
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

  /** The shoe with other cards of a kind taken: the dealer's ends are shared. */
  without(kind: number, cards: number): OpenShoe {
    const left = this.counts.slice();
    left[kind] = (left[kind] as number) - cards;
    return new OpenShoe(left, this.up, this.position + cards * (powers[kind] as number), this.ends);
  }

  /** Takes a card and gives how likely it was, whatever the hole card. */
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

  /** How likely the hole card makes a blackjack. */
  blackjackChance(): number {
    const kind = this.up === ace ? ten : this.up === ten ? ace : null;
    return kind === null ? 0 : (this.counts[kind] as number) / this.size;
  }

  /** How likely the next card is of a kind, by hole card. */
  chances(kind: number): ByHole {
    const chances = new Float64Array(kinds);
    for (const hole of this.holes) chances[hole] = ((this.counts[kind] as number) - (kind === hole ? 1 : 0)) / (this.size - 1);
    return chances;
  }

  /** Over the hole cards, as likely as the cards that are left make them. */
  mean(results: ByHole): number {
    let sum = 0;
    let weight = 0;
    for (const hole of this.holes) {
      sum += (this.counts[hole] as number) * (results[hole] as number);
      weight += this.counts[hole] as number;
    }
    return sum / weight;
  }

  /** Standing on a total. */
  stand(total: number): ByHole {
    let ends = this.ends.get(this.position);
    if (!ends) {
      ends = allKinds.map((hole) => (this.holes.includes(hole) && (this.counts[hole] as number) > 0 ? this.dealersEnds(hole) : new Float64Array(6)));
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

  /** How likely the dealer ends on 17 to 21, or over. */
  private dealersEnds(hole: number): Float64Array {
    const ends = new Float64Array(6);
    this.counts[hole] = (this.counts[hole] as number) - 1;
    this.drawDealer(this.up + hole + 2, this.up === ace || hole === ace, this.size - 1, 1, ends);
    this.counts[hole] = (this.counts[hole] as number) + 1;
    return ends;
  }

  private drawDealer(hard: number, hasAce: boolean, size: number, chance: number, ends: Float64Array): void {
    const { counts } = this;
    // A soft 17 is hit.
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

/** The cards taken, as one number: fewer than 22 of each kind. */
const powers = allKinds.map((kind) => 22 ** kind);
