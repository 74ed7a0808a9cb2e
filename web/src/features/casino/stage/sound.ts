/** The sounds of the games: short, synthesised in the browser, off until the player turns them on, remembered on this device. Losses are silent. */
import { createStoredValue } from '../../../client/storage/stored-value.ts';

export const soundStore = createStoredValue<boolean>('fairline.casino.sound', (stored) => stored === true);

export type Sound = 'chip' | 'card' | 'tick' | 'stop' | 'win' | 'bigWin';

/** One tone or burst of noise, from `atMs`, `lengthMs` long; pitch in hertz, loudness between 0 and 1. */
interface Tone {
  atMs: number;
  lengthMs: number;
  loudness: number;
  pitch?: number;
  wave?: OscillatorType;
  /** Instead of a pitch: noise in a band around this frequency. */
  noise?: number;
}

const chime = (pitches: readonly number[], gapMs: number): Tone[] =>
  pitches.map((pitch, index) => ({ atMs: index * gapMs, lengthMs: 260, loudness: 0.11, pitch, wave: 'triangle' }));

const sounds: Readonly<Record<Sound, readonly Tone[]>> = {
  chip: [
    { atMs: 0, lengthMs: 35, loudness: 0.22, noise: 4_200 },
    { atMs: 4, lengthMs: 60, loudness: 0.06, pitch: 2_350, wave: 'sine' },
  ],
  card: [{ atMs: 0, lengthMs: 70, loudness: 0.14, noise: 2_600 }],
  tick: [{ atMs: 0, lengthMs: 18, loudness: 0.08, noise: 5_500 }],
  stop: [
    { atMs: 0, lengthMs: 70, loudness: 0.2, pitch: 130, wave: 'sine' },
    { atMs: 0, lengthMs: 25, loudness: 0.1, noise: 1_400 },
  ],
  win: chime([660, 880], 90),
  bigWin: chime([523, 659, 784, 1_047], 110),
};

let audio: AudioContext | null = null;
let noise: AudioBuffer | null = null;

/** Silent unless the player turned sound on; never fails if the browser has none. */
export function playSound(name: Sound): void {
  if (!soundStore.get()) return;
  try {
    audio ??= new AudioContext();
    if (audio.state === 'suspended') void audio.resume();
    for (const tone of sounds[name]) playTone(audio, tone);
  } catch {
    // The game works without sound.
  }
}

function playTone(
  context: AudioContext,
  { atMs, lengthMs, loudness, pitch = 440, wave = 'sine', noise: band }: Tone,
): void {
  const start = context.currentTime + atMs / 1_000;
  const end = start + lengthMs / 1_000;
  const gain = context.createGain();
  gain.gain.setValueAtTime(loudness, start);
  gain.gain.exponentialRampToValueAtTime(0.0001, end);
  gain.connect(context.destination);
  const source = band === undefined ? oscillator(context, pitch, wave) : context.createBufferSource();
  if (source instanceof AudioBufferSourceNode) {
    source.buffer = whiteNoise(context);
    const filter = context.createBiquadFilter();
    filter.type = 'bandpass';
    filter.frequency.value = band ?? 0;
    source.connect(filter).connect(gain);
  } else source.connect(gain);
  source.start(start);
  source.stop(end);
}

function oscillator(context: AudioContext, pitch: number, wave: OscillatorType): OscillatorNode {
  const source = context.createOscillator();
  source.type = wave;
  source.frequency.value = pitch;
  return source;
}

function whiteNoise(context: AudioContext): AudioBuffer {
  if (noise) return noise;
  noise = context.createBuffer(1, context.sampleRate / 4, context.sampleRate);
  const samples = noise.getChannelData(0);
  for (let at = 0; at < samples.length; at += 1) samples[at] = Math.random() * 2 - 1;
  return noise;
}
