/** The strength of a password by the specification: five labels, by points. */
import { passwordLabels, passwordScore } from '@fairline/proto/auth/fields';

export type PasswordLabel = (typeof passwordLabels)[number];

export interface Strength {
  /** 0 to 5: how many parts of the meter are lit. */
  score: number;
  label: PasswordLabel;
}

export function strengthOf(password: string): Strength {
  const score = passwordScore(password);
  return { score, label: passwordLabels[Math.max(0, score - 1)] as PasswordLabel };
}
