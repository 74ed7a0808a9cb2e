/** Articles in Spanish: sports betting. */
import { betRules, cashOutRules } from '@fairline/proto/betting/rules';
import { limitsByLevel } from '@fairline/proto/wallet/rules';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, basisPoints, number, odds, percent } = figuresIn('es');
const { unverified, verified } = limitsByLevel;

export const bettingEs: readonly Article[] = [
  {
    id: 'place-bet',
    title: '¿Cómo hago una apuesta?',
    body: [
      'Abre Deportes o En vivo y elige la cuota que quieras. Tu selección aparece en el boleto.',
      `Escribe un importe de al menos ${amount(betRules.minStakeMinor)}. El boleto muestra la cuota y lo que puede pagar la apuesta, con el importe incluido. Después haz la apuesta.`,
      'El importe sale de tu saldo enseguida. La apuesta está en Mis apuestas.',
    ],
    related: ['bet-types', 'odds-change', 'bet-limits'],
  },
  {
    id: 'bet-types',
    title: 'Simples, combinadas y sistemas: ¿en qué se diferencian?',
    body: [
      `- Simple: una selección.\n- Combinada: de 2 a ${betRules.maxLegs} selecciones. Tienen que ganar todas y sus cuotas se multiplican.\n- Sistema: varias combinadas con las mismas selecciones, como un Trixie o un Yankee. Escribes el importe por línea.`,
      'No se pueden combinar dos selecciones del mismo partido.',
      'Si una selección de una combinada es nula, cuenta como cuota 1,00 y el resto sigue.',
    ],
    related: ['place-bet', 'void-bets'],
  },
  {
    id: 'bet-limits',
    title: '¿Qué límites tiene una apuesta?',
    body: [
      `- Importe mínimo: ${amount(betRules.minStakeMinor)}\n- Importe máximo: ${amount(unverified.maxBetMinor)}, verificado ${amount(verified.maxBetMinor)}\n- Una apuesta paga como máximo ${amount(betRules.payoutCapMinor)}\n- Tus pagos posibles de un día UTC: como máximo ${amount(betRules.dailyPayoutCapMinor)}\n- Cuota combinada: como máximo ${odds(betRules.maxCombinedOddsMilli)}`,
      'Si se recorta un pago, el boleto lo muestra antes de apostar. Después no se recorta nada.',
    ],
    related: ['place-bet', 'verified-limits'],
  },
  {
    id: 'odds-change',
    title: '¿Qué pasa cuando cambian las cuotas?',
    body: [
      'La cuota de una apuesta aceptada no cambia nunca.',
      'Si una cuota se mueve mientras está en tu boleto, el boleto lo muestra. Allí eliges qué aceptas: sin cambios, solo mejores o cualquiera.',
      'Si la cuota nueva no es la que aceptas, la apuesta no se hace y conservas el importe.',
    ],
    related: ['place-bet', 'bet-not-accepted'],
  },
  {
    id: 'bet-not-accepted',
    title: '¿Por qué no se aceptó mi apuesta?',
    body: [
      `Una apuesta en vivo se comprueba de nuevo tras un breve retraso de hasta ${number(betRules.acceptanceDelayMs.live / 1_000)} segundos. Se rechaza si en ese tiempo se suspendió un mercado o bajó la cuota, por ejemplo tras un gol.`,
      `También se rechaza una apuesta que no se decide en ${number(betRules.decisionDeadlineMs / 1_000)} segundos.`,
      'El boleto muestra el motivo y la cuota nueva, y se te devuelve todo el importe.',
    ],
    related: ['odds-change', 'market-suspended'],
  },
  {
    id: 'market-suspended',
    title: '¿Por qué está suspendido un mercado?',
    body: [
      'Con los goles, las tarjetas y otros giros de un partido las cuotas dejan de ser correctas por un momento. Retiramos el mercado hasta que vuelven a serlo.',
      'También ocurre cuando se interrumpe el servicio de resultados. Entonces todos los mercados esperan a que vuelva.',
      'Las apuestas aceptadas antes siguen como están.',
    ],
    related: ['bet-not-accepted', 'cash-out-unavailable'],
  },
  {
    id: 'settlement',
    title: '¿Cuándo se liquida mi apuesta?',
    body: [
      'En cuanto llega el resultado del mercado, normalmente momentos después de decidirse. Las ganancias están en tu saldo enseguida.',
      'Una apuesta a varios partidos se liquida cuando se decide el último que necesita; una combinada se pierde con su primera selección perdida.',
      'Si un resultado se corrige después, la apuesta se liquida de nuevo con el correcto y tu saldo cambia en la diferencia.',
    ],
    related: ['void-bets', 'cash-out'],
  },
  {
    id: 'void-bets',
    title: '¿Cuándo es nula una apuesta?',
    body: [
      'Una selección es nula cuando su mercado no se puede decidir, por ejemplo si se cancela un partido. Cuenta entonces como cuota 1,00.',
      'Si todas las selecciones son nulas, se devuelve todo el importe.',
      'Una apuesta gratis que es nula vuelve como apuesta gratis, con la fecha límite que tenía.',
    ],
    related: ['settlement', 'use-free-bet'],
  },
  {
    id: 'cash-out',
    title: '¿Cómo funciona Cobrar ya?',
    body: [
      'En Mis apuestas, elige Cobrar ya en una apuesta abierta. Ves cuánto vale ahora, y puedes venderla entera o en parte.',
      `El valor sigue las probabilidades actuales de tus selecciones. Nos quedamos con el ${basisPoints(cashOutRules.marginBp)}, y la oferta lo muestra.`,
      `Una oferta vale ${number(cashOutRules.quoteMs / 1_000)} segundos. Paga lo que muestra, salvo que el valor baje más de un ${percent(cashOutRules.fallTolerance * 100)} antes de la venta. En un partido en vivo la venta tarda un momento.`,
      'También puedes fijar un importe al que la apuesta se vende sola.',
    ],
    related: ['cash-out-unavailable', 'settlement'],
  },
  {
    id: 'cash-out-unavailable',
    title: '¿Por qué no puedo cobrar ya?',
    body: [
      '- Un mercado de la apuesta está suspendido.\n- Un resultado aún no es definitivo.\n- La apuesta aún no está aceptada, o ahora mismo no vale nada.\n- Es una apuesta gratis, y esas no se pueden cobrar antes.',
      'Casi siempre dura poco. Inténtalo de nuevo cuando vuelva el mercado.',
    ],
    related: ['cash-out', 'market-suspended'],
  },
  {
    id: 'use-free-bet',
    title: '¿Cómo uso una apuesta gratis?',
    body: [
      'Pon tus selecciones en el boleto y elige la apuesta gratis en lugar de un importe. Se usa entera, en una simple o en una combinada.',
      'Si ganas, recibes las ganancias en dinero real, sin el importe apostado.',
      'Algunas apuestas gratis tienen una cuota mínima. El boleto la muestra al elegir la apuesta gratis.',
      'Una apuesta gratis termina en la fecha que muestra. Tus apuestas gratis están en el boleto y en el monedero.',
    ],
    related: ['place-bet', 'claim-promotion'],
  },
];
