/** A new player signs up and deposits by bank transfer, and an operator approves it. */
import { call } from './calls.ts';
import { type Ground, newcomer, operator } from './people.ts';

const amountMinor = 5_000;

export function signUpAndDeposit(ground: Ground): void {
  const person = newcomer();
  const token = call<{ accessToken: string }>('POST', '/api/auth/register', { body: person, status: 201 })?.accessToken;
  if (!token) return;
  const body = {
    amountMinor,
    currency: 'USD',
    method: 'bank_transfer',
    customerName: `${person.firstName} ${person.lastName}`,
    email: person.email,
    bankTransactionId: crypto.randomUUID(),
  };
  const payment = call<{ id: string }>('POST', '/api/wallet/deposits/manual', {
    token,
    body,
    keyed: true,
    status: 201,
  });
  if (payment) call('POST', `/api/admin/wallet/payments/${payment.id}/approve`, { token: operator(ground, 'finance') });
  call('GET', '/api/wallet', { token });
}
