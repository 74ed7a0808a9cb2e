/**
 * The balls in the drum: gravity, a jet of air, the round wall and collisions. Lengths are in radii of the drum, times in seconds. The draw does not depend on
 * this simulation.
 */
export interface DrumBall {
  readonly number: number;
  x: number;
  y: number;
  vx: number;
  vy: number;
}

export const ballRadius = 0.098;
const gravity = 3.6;
const jet = 21;
const swirl = 0.7;
const wallBounce = 0.72;
const ballBounce = 0.86;
const drag = 0.35;
const largestStep = 1 / 90;

/** Balls at rest in layers at the bottom. */
export function fillDrum(count: number): DrumBall[] {
  const balls: DrumBall[] = [];
  for (let layer = 0; balls.length < count; layer += 1) {
    const y = 1 - ballRadius * (1.15 + 1.78 * layer);
    const half = Math.sqrt(Math.max(0, (1 - ballRadius) ** 2 - y ** 2));
    const fitting = Math.max(1, Math.floor((2 * half) / (2 * ballRadius)));
    for (let place = 0; place < fitting && balls.length < count; place += 1) {
      const x = fitting === 1 ? 0 : -half + (2 * half * (place + 0.5)) / fitting;
      balls.push({ number: ((balls.length * 18) % count) + 1, x, y, vx: 0, vy: 0 });
    }
  }
  return balls;
}

/** Moves the balls on by some seconds; `blows` while the jet is on. */
export function moveBalls(balls: readonly DrumBall[], seconds: number, blows: boolean, time: number): void {
  const steps = Math.max(1, Math.ceil(seconds / largestStep));
  for (let step = 0; step < steps; step += 1) {
    for (const ball of balls) pushBall(ball, seconds / steps, blows, time);
    for (let one = 0; one < balls.length; one += 1) {
      for (let other = one + 1; other < balls.length; other += 1)
        bounceBalls(balls[one] as DrumBall, balls[other] as DrumBall);
    }
    for (const ball of balls) keepInside(ball);
  }
}

function pushBall(ball: DrumBall, seconds: number, blows: boolean, time: number): void {
  let ax = 0;
  let ay = gravity;
  if (blows) {
    // The jet wanders over the floor, so that no corner of the drum stays at rest.
    const away = Math.abs(ball.x - 0.5 * Math.sin(time * 2.3));
    if (away < 0.5 && ball.y > -0.1) ay -= jet * (1 - away / 0.5);
    ax -= swirl * ball.y;
    ay += swirl * ball.x;
  }
  const kept = Math.max(0, 1 - drag * seconds);
  ball.vx = (ball.vx + ax * seconds) * kept;
  ball.vy = (ball.vy + ay * seconds) * kept;
  ball.x += ball.vx * seconds;
  ball.y += ball.vy * seconds;
}

function bounceBalls(one: DrumBall, other: DrumBall): void {
  const dx = other.x - one.x;
  const dy = other.y - one.y;
  const square = dx * dx + dy * dy;
  if (square === 0 || square >= 4 * ballRadius * ballRadius) return;
  const distance = Math.sqrt(square);
  const nx = dx / distance;
  const ny = dy / distance;
  const overlap = (2 * ballRadius - distance) / 2;
  one.x -= nx * overlap;
  one.y -= ny * overlap;
  other.x += nx * overlap;
  other.y += ny * overlap;
  const closing = (other.vx - one.vx) * nx + (other.vy - one.vy) * ny;
  if (closing >= 0) return;
  const impulse = ((1 + ballBounce) * closing) / 2;
  one.vx += impulse * nx;
  one.vy += impulse * ny;
  other.vx -= impulse * nx;
  other.vy -= impulse * ny;
}

function keepInside(ball: DrumBall): void {
  const distance = Math.hypot(ball.x, ball.y);
  const limit = 1 - ballRadius;
  if (distance <= limit) return;
  const nx = ball.x / distance;
  const ny = ball.y / distance;
  ball.x = nx * limit;
  ball.y = ny * limit;
  const outward = ball.vx * nx + ball.vy * ny;
  if (outward <= 0) return;
  ball.vx -= (1 + wallBounce) * outward * nx;
  ball.vy -= (1 + wallBounce) * outward * ny;
}

/** Whether they are still enough to stop drawing them. */
export function areAtRest(balls: readonly DrumBall[]): boolean {
  return balls.every(({ vx, vy }) => vx * vx + vy * vy < 0.02);
}
