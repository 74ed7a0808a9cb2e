/** Articles in Spanish: deposits and withdrawals. */
import { instantMethods, paymentMethods } from '@fairline/proto/wallet/methods';
import {
  limitsByLevel,
  lowBalanceMinor,
  minDepositMinor,
  minWithdrawMinor,
  quoteSeconds,
} from '@fairline/proto/wallet/rules';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, basisPoints } = figuresIn('es');
const { unverified, verified } = limitsByLevel;
const names: Readonly<Record<string, string>> = {
  credit_card: 'Tarjeta',
  crypto: 'Criptomonedas',
  e_wallet: 'Monedero electrónico',
  bank_transfer: 'Transferencia bancaria',
};
const methods = [...instantMethods, ...paymentMethods].map((method) => ({
  ...method,
  minMinor: Math.max(method.minMinor, minDepositMinor),
}));

export const paymentsEs: readonly Article[] = [
  {
    id: 'deposit-money',
    title: '¿Cómo deposito dinero?',
    body: [
      'Abre Monedero, elige Depositar y un método. La página muestra la comisión, los límites y lo que llega antes de confirmar.',
      'Los depósitos con tarjeta, criptomonedas y monedero electrónico se abonan en cuanto el proveedor de pagos los confirma.',
      'Para una transferencia u otro método manual, paga primero a los datos de la página. Después escribe la referencia y sube un justificante. Lo comprobamos y lo abonamos en tu saldo.',
      `El depósito mínimo es de ${amount(minDepositMinor)}, o más si el método lo pide.`,
    ],
    related: ['deposit-methods', 'deposit-missing'],
  },
  {
    id: 'deposit-methods',
    title: '¿Qué métodos de depósito hay y cuánto cuestan?',
    body: [
      'Las comisiones se descuentan del importe y se muestran antes de pagar. Los límites cuentan el importe entero.',
      methods
        .map(
          ({ id, name, minMinor, maxMinor, feeBp }) =>
            `- ${names[id] ?? name}: de ${amount(minMinor)} a ${amount(maxMinor)}, comisión del ${basisPoints(feeBp)}`,
        )
        .join('\n'),
      'Los jugadores del Reino Unido no pueden depositar con tarjeta.',
      'Los métodos que se ofrecen dependen de la divisa. No cobramos comisión por las retiradas.',
    ],
    related: ['deposit-money', 'payment-limits'],
  },
  {
    id: 'deposit-missing',
    title: 'Mi depósito no ha llegado',
    body: [
      'Abre Monedero y elige Historial. El depósito indica a qué espera.',
      '- A la página del proveedor: vuelve a ella y termina el pago, o cancélalo.\n- Al proveedor: aún no ha confirmado el pago. No tienes que hacer nada.\n- A nuestra revisión: comparamos tu transferencia con el justificante.',
      'Si se rechaza un depósito manual, el motivo está en tus avisos. Si has pagado y nada se mueve, abre un ticket y adjunta el pago.',
    ],
    related: ['deposit-money', 'contact-support'],
  },
  {
    id: 'payment-limits',
    title: '¿Cuánto puedo depositar y retirar?',
    body: [
      'Los límites dependen de tu verificación y son los mismos números en todas las divisas de juego.',
      `- Depósitos al día: ${amount(unverified.dailyDepositMinor)}, verificado ${amount(verified.dailyDepositMinor)}\n- Depósitos al mes: ${amount(unverified.monthlyDepositMinor)}, verificado ${amount(verified.monthlyDepositMinor)}\n- Retiradas al día: ${amount(unverified.dailyWithdrawMinor)}, verificado ${amount(verified.dailyWithdrawMinor)}\n- Retiradas al mes: ${amount(unverified.monthlyWithdrawMinor)}, verificado ${amount(verified.monthlyWithdrawMinor)}`,
      'Los días y los meses son los de UTC. Tu monedero muestra lo que te queda.',
    ],
    related: ['verified-limits', 'deposit-methods', 'currencies'],
  },
  {
    id: 'withdraw-money',
    title: '¿Cómo retiro dinero?',
    body: [
      'Abre Monedero, elige Retirar, un método, y escribe el importe y el destino. Marca «Guardar para la próxima vez» para elegir el destino de una lista más adelante.',
      `La retirada mínima es de ${amount(minWithdrawMinor)}. Puedes retirar tu dinero real; el dinero de bono hay que apostarlo antes. Una solicitud hace perder el bono de depósito que todavía estés apostando; el formulario te avisa.`,
      'El importe se reserva mientras revisamos la solicitud: así no se puede jugar ni retirar dos veces.',
    ],
    related: ['withdrawal-time', 'withdrawal-method', 'bonus-money'],
  },
  {
    id: 'withdrawal-time',
    title: '¿Cuánto tarda una retirada?',
    body: [
      'Un operador decide en un plazo de 24 a 48 horas. Las retiradas de los jugadores verificados van primero.',
      'Tras la aprobación la paga el proveedor. Una transferencia bancaria puede tardar unos días más.',
      'Te avisamos por correo cuando se aprueba o se rechaza. En Monedero, en Historial, ves su estado en todo momento.',
    ],
    related: ['withdraw-money', 'withdrawal-rejected'],
  },
  {
    id: 'withdrawal-method',
    title: '¿Por qué no puedo elegir cualquier método para retirar?',
    body: [
      'El dinero vuelve por donde vino. Lo que depositaste con un método sale primero por ese método; el resto, por el que elijas.',
      'Los depósitos manuales vuelven por transferencia bancaria. A una tarjeta se paga solo si está guardada.',
      'Un método que no puede recibir dinero no te obliga. La página muestra cuánto tiene que salir por cada método.',
    ],
    related: ['withdraw-money', 'withdrawal-rejected'],
  },
  {
    id: 'withdrawal-rejected',
    title: 'Mi retirada fue rechazada o devuelta',
    body: [
      'El importe entero vuelve a estar en tu saldo. El motivo está en tus avisos y en el correo.',
      '- El destino no era correcto: solicítala de nuevo con el correcto.\n- No estás verificado y pediste más de lo que depositaste: verifica antes tu identidad.\n- El banco o el proveedor la devolvió: usa otro destino tuyo.',
      'Si el motivo no está claro, abre un ticket y adjunta el pago.',
    ],
    related: ['withdraw-money', 'verify-identity', 'contact-support'],
  },
  {
    id: 'withdrawal-pin',
    title: '¿Qué es el PIN de retirada?',
    body: [
      'Un PIN que se pide en cada retirada. Se fija en Monedero, en Ajustes.',
      'Tras cinco intentos equivocados se bloquea 15 minutos, también para el PIN correcto.',
      'Te avisamos por correo cuando se fija o se quita. Si lo has olvidado, contacta con nosotros: podemos quitarlo.',
    ],
    related: ['withdraw-money', 'two-factor'],
  },
  {
    id: 'currencies',
    title: '¿Puedo usar varias divisas?',
    body: [
      'Juegas en una divisa: USD, EUR o GBP. Puedes cambiarla en Cuenta, en Preferencias, hasta tu primer depósito o apuesta.',
      'Puedes tener otras divisas además, y depositarlas y retirarlas. En Monedero, Convertir cambia una por otra.',
      `Una cotización muestra el tipo de cambio y vale ${quoteSeconds} segundos.`,
    ],
    related: ['deposit-money', 'payment-limits'],
  },
  {
    id: 'low-balance',
    title: '¿Por qué recibo un aviso de saldo bajo?',
    body: [
      `Lo recibes cuando te quedan menos de ${amount(lowBalanceMinor)} para jugar.`,
      'Juega solo con lo que puedas permitirte perder. Puedes desactivar este aviso en Cuenta, en Avisos.',
    ],
    related: ['deposit-money', 'notifications'],
  },
];
