/** Articles in Spanish: promotions and bonuses. */
import { jurisdictionRules } from '@fairline/proto/jurisdictions';
import { loyaltyRules } from '@fairline/proto/promotions/loyalty';
import { promotionRules, tiers } from '@fairline/proto/promotions/offers';
import { ticketRules } from '@fairline/proto/support/tickets';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, number, odds, percent } = figuresIn('es');
const { contributionPercent: counts } = promotionRules;
const { stakeMinorPerPoint: perPoint } = loyaltyRules;
const tierNames = { bronze: 'Bronce', silver: 'Plata', gold: 'Oro', platinum: 'Platino' };

export const promotionsEs: readonly Article[] = [
  {
    id: 'claim-promotion',
    title: '¿Cómo solicito una promoción?',
    body: [
      'Abre Promociones y lee las condiciones de la que te guste. Después elige Solicitar ahora.',
      '- Un bono de depósito espera tu primer depósito aprobado después de la solicitud. El depósito debe alcanzar el mínimo de la promoción.\n- Una apuesta gratis es tuya enseguida.\n- El cashback y los puntos extra cuentan desde la solicitud.',
      `Un bono o una apuesta gratis vale ${promotionRules.claimDays} días desde la solicitud, si sus condiciones no dicen menos. La página muestra la fecha.`,
    ],
    related: ['wagering', 'not-eligible'],
  },
  {
    id: 'not-eligible',
    title: '¿Por qué no puedo solicitar una promoción?',
    body: [
      'La página dice por qué. Los motivos habituales son:',
      '- No se ofrece en tu país, o solo a jugadores nuevos.\n- Es para jugadores verificados de un cierto nivel de fidelidad.\n- Todavía estás apostando otro bono, o tienes otro cashback activo. Termínalo o cancélalo antes.\n- Has agotado uno de tus límites o estás en pausa o autoexcluido.\n- Alguien con los mismos datos ya la ha solicitado: cada persona puede solicitar una promoción una vez.\n- Todas sus plazas están ocupadas.',
    ],
    related: ['claim-promotion', 'verify-identity'],
  },
  {
    id: 'wagering',
    title: '¿Qué es un requisito de apuesta?',
    body: [
      'Lo que tienes que apostar en total antes de que el dinero de bono se convierta en dinero real. Es el bono por el factor de las condiciones.',
      `Un ejemplo: un bono de ${amount(5_000)} con factor 10 está cumplido cuando han contado apuestas por ${amount(50_000)}. Lo que quede del bono se convierte entonces solo en dinero real.`,
      `Para los jugadores del Reino Unido el factor es como máximo ${jurisdictionRules.gb.mostWageringFactor}.`,
    ],
    related: ['what-counts', 'bonus-money'],
  },
  {
    id: 'what-counts',
    title: '¿Qué apuestas cuentan para el requisito?',
    body: [
      'Si la promoción no dice otra cosa:',
      `- Apuestas deportivas: ${percent(counts.sports)}, con cuota ${odds(promotionRules.minOddsMilli)} o más\n- Tragaperras: ${percent(counts.slots)}\n- Prize Lottery: ${percent(counts.lottery)}\n- Juegos de mesa: ${percent(counts.table)}`,
      `Con dinero de bono puedes apostar como máximo ${amount(promotionRules.maxStakeMinor)} cada vez.`,
      'Solo cuenta lo que está en riesgo. Si tus apuestas a un partido, o las casillas de una ronda, se cubren entre sí, la parte que vuelve casi con seguridad no cuenta: 10,00 a cada uno de dos lados con cuota 1,91 cuentan 0,90.',
      'No cuentan las apuestas gratis, las nulas ni las que se cobraron antes de tiempo. El progreso de la página sigue tu juego.',
    ],
    related: ['wagering', 'bonus-money'],
  },
  {
    id: 'bonus-money',
    title: '¿En qué se diferencian el dinero real y el dinero de bono?',
    body: [
      'Tu dinero real se puede retirar siempre. El dinero de bono solo se puede jugar hasta que se cumple su requisito.',
      'Una apuesta toma primero tu dinero real y después el de bono. Lo que paga vuelve a los dos en la misma proporción.',
      'Puedes apostar un bono a la vez. Una retirada que solicites mientras tanto pone fin a un bono de depósito: el bono se pierde, también si la retirada se cancela o se rechaza.',
    ],
    related: ['wagering', 'withdraw-money', 'cancel-promotion'],
  },
  {
    id: 'cancel-promotion',
    title: '¿Puedo cancelar una promoción?',
    body: [
      'Sí, en Promociones, en cualquier momento antes de que se complete. La página muestra lo que perderías antes de confirmar.',
      'Se va el dinero de bono que quede; tu dinero real se queda contigo.',
      'Lo mismo ocurre cuando una solicitud caduca antes de cumplir su requisito, o si solicitas una retirada mientras apuestas un bono de depósito.',
    ],
    related: ['bonus-money', 'wagering'],
  },
  {
    id: 'points-tiers',
    title: '¿Cómo funcionan los puntos y los niveles?',
    body: [
      `Ganas un punto por cada ${amount(perPoint.sports)} apostados en deportes, ${amount(perPoint.slots)} en tragaperras, ${amount(perPoint.lottery)} en la lotería o ${amount(perPoint.table)} en juegos de mesa, cuando la apuesta o la ronda se resuelve.`,
      `${number(loyaltyRules.redeemPoints)} puntos valen ${amount(loyaltyRules.redeemMinor)} en efectivo. Se canjean en Promociones. Los puntos caducan a los ${loyaltyRules.expiryDays} días.`,
      `Tu nivel depende de los puntos ganados en los últimos ${loyaltyRules.expiryDays} días:`,
      tiers.map(({ id, points }) => `- ${tierNames[id]}: desde ${number(points)} puntos`).join('\n'),
      `Los tickets de los jugadores de nivel ${ticketRules.priorityTiers.map((tier) => tierNames[tier]).join(' y ')} tienen prioridad, y algunas promociones son solo para niveles más altos.`,
    ],
    related: ['cashback', 'claim-promotion'],
  },
  {
    id: 'cashback',
    title: '¿Cómo funciona el cashback?',
    body: [
      'El cashback devuelve una parte de lo que perdiste con dinero real en una semana, de lunes a domingo (UTC). Se paga en dinero real, sin nada que apostar.',
      'Solo cuenta la pérdida neta: lo apostado menos lo que recuperaste. Una semana sin pérdida no paga nada.',
      'Una apuesta que se liquida después del extracto de su semana cuenta en el siguiente. Solo puedes tener un cashback a la vez.',
      'En Promociones tienes un extracto de cada semana, con las cifras con las que se calculó.',
    ],
    related: ['claim-promotion', 'points-tiers'],
  },
];
