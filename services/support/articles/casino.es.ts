/** Articles in Spanish: casino games. */
import { catalogue, gameIds, jackpotRules } from '@fairline/proto/games/catalogue';
import { casinoProfiles } from '@fairline/proto/games/profiles';
import type { Article } from './article.ts';
import { figuresIn } from './figures.ts';

const { amount, number, percent } = figuresIn('es');
const { paceMs, stakeMinor } = casinoProfiles.gb;

export const casinoEs: readonly Article[] = [
  {
    id: 'fair-games',
    title: '¿Cómo sé que los juegos son limpios?',
    body: [
      'Antes de cada ronda ves el hash de la semilla del servidor. El resultado sale de esa semilla, de tu propia semilla del cliente y del número de la ronda.',
      'No podemos cambiar la semilla después sin que el hash nos delate. Y tú eliges tu semilla del cliente cuando la del servidor ya está fijada.',
      'Cuando rotas tu semilla, la anterior se revela. Entonces tú, o cualquiera, puede recalcular cada una de sus rondas.',
    ],
    related: ['verify-round', 'game-return'],
  },
  {
    id: 'verify-round',
    title: '¿Cómo verifico una ronda?',
    body: [
      'Abre el casino, después tus rondas, y elige la ronda.',
      '- Elige Rotar y revelar si su semilla sigue en uso. Una ronda abierta hay que terminarla antes.\n- Elige Verificar esta ronda.',
      'Tu navegador recalcula el resultado con las semillas y lo compara con lo que se mostró y se pagó. Cada ronda tiene una referencia, para que soporte también pueda encontrarla.',
    ],
    related: ['fair-games', 'interrupted-round'],
  },
  {
    id: 'game-return',
    title: '¿Qué significa RTP?',
    body: [
      'El RTP es la parte de todo lo apostado que un juego devuelve a los jugadores a lo largo de muchísimas rondas. No dice nada de tus próximas rondas.',
      'El RTP que mostramos se calcula con las reglas vigentes. Ninguna apuesta del casino devuelve más del 100 %.',
      'La página Retornos en directo muestra de cada juego el RTP calculado junto a lo que los jugadores recibieron de verdad. Un juego cuyos resultados salen del rango esperado se pausa.',
      'Un cambio en un juego es una versión nueva. Las rondas conservan la versión con la que se jugaron.',
    ],
    related: ['fair-games', 'game-limits'],
  },
  {
    id: 'game-limits',
    title: '¿Cuánto puedo apostar en cada juego?',
    body: [
      'Por ronda, en tu divisa de juego:',
      gameIds
        .map(
          (id) => `- ${catalogue[id].name}: de ${amount(catalogue[id].minMinor)} a ${amount(catalogue[id].maxMinor)}`,
        )
        .join('\n'),
      `Los jugadores del Reino Unido apuestan como máximo ${amount(stakeMinor.slots?.most ?? 0)} por tirada, y ${amount(stakeMinor.slots?.under25 ?? 0)} hasta los 25 años.`,
      'Las apuestas laterales se suman a estos límites y tienen los suyos propios.',
    ],
    related: ['game-return', 'jackpot', 'auto-spin'],
  },
  {
    id: 'jackpot',
    title: '¿Cómo se gana el bote?',
    body: [
      `Cada giro de Mega Fortune Slots puede ganarlo, con cualquier importe. La probabilidad crece con el importe: un giro de ${amount(100)} gana con una probabilidad de uno entre ${number(jackpotRules.oneIn / 100)}.`,
      `Hay un bote por divisa de juego. Empieza en ${amount(jackpotRules.seedMinor)} y crece con el ${percent(jackpotRules.contributionPercent)} de cada apuesta.`,
      'Cinco coronas en la primera línea muestran el premio, y el bote entero se paga en tu saldo enseguida.',
    ],
    related: ['fair-games', 'game-limits'],
  },
  {
    id: 'interrupted-round',
    title: 'Mi juego se ha interrumpido',
    body: [
      'El servidor decide cada ronda y la guarda. Al abrir el juego de nuevo, una mano abierta sigue donde la dejaste, y una ronda resuelta muestra lo que pagó.',
      'Una mano de blackjack que no terminas se planta sola a las 24 horas.',
      'Si una ronda no se pudo decidir, es nula y se te devuelve lo apostado.',
    ],
    related: ['verify-round', 'page-not-live'],
  },
  {
    id: 'auto-spin',
    title: '¿Por qué no veo el giro automático ni el turbo?',
    body: [
      `Los jugadores del Reino Unido no tienen ninguno de los dos, y un giro tarda al menos ${number(paceMs.slots / 1_000, 1)} segundos; otros juegos de casino, ${number(paceMs.table / 1_000)} segundos. Son reglas del regulador.`,
      'En los demás países fijas un límite de pérdida antes de que empiece el giro automático y, si quieres, un límite de ganancia. Se detiene al llegar a cualquiera de los dos.',
    ],
    related: ['game-limits', 'interrupted-round'],
  },
];
