/**
 * The sports, competitions and competitors of the feed.
 * All clubs and players are invented; none depicts a real one.
 */

export interface Competition {
  readonly id: string;
  readonly name: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  /** An even number, so that all can meet in rounds. */
  readonly competitors: readonly string[];
}

export type SportId = 'soccer' | 'basketball' | 'tennis' | 'hockey' | 'football' | 'baseball';

export interface CatalogueSport {
  readonly id: SportId;
  readonly name: string;
  /** Its seasons run from July to June; otherwise a season is a calendar year. */
  readonly overWinter: boolean;
  /** In demo mode the first two are played all day, the last one some times a day. */
  readonly competitions: readonly [Competition, Competition, Competition];
}

export const catalogue: readonly CatalogueSport[] = [
  {
    id: 'soccer',
    name: 'Soccer',
    overWinter: true,
    competitions: [
      {
        id: 'crown-league',
        name: 'Crown League',
        country: 'GB',
        competitors: [
          'Thornmere United',
          'Aldermoor City',
          'Castlebrook Rovers',
          'Wrenfield Athletic',
          'Dunmarsh Town',
          'Halverton Albion',
          'Port Selwick',
          'Greyfell Wanderers',
        ],
      },
      {
        id: 'liga-del-faro',
        name: 'Liga del Faro',
        country: 'ES',
        competitors: [
          'Atlético Valdoria',
          'Montesur',
          'Deportivo Almenor',
          'Unión Costalba',
          'Racing Peñaluz',
          'Torreclara',
          'Sporting Riomar',
          'Villasombra',
        ],
      },
      {
        id: 'nordmeisterschaft',
        name: 'Nordmeisterschaft',
        country: 'DE',
        competitors: [
          'Falkenried 04',
          'Union Wolkenstadt',
          'SV Morgenau',
          'Viktoria Kaltensee',
          'Lindenforst',
          'Blau-Gold Erlenau',
          'Hochwaldstadt',
          'Concordia Donautal',
        ],
      },
    ],
  },
  {
    id: 'basketball',
    name: 'Basketball',
    overWinter: true,
    competitions: [
      {
        id: 'hardwood-league',
        name: 'Hardwood League',
        country: 'US',
        competitors: [
          'Ridgeport Comets',
          'Lakemont Forge',
          'Harbor Point Tides',
          'Cedarvale Owls',
          'Redstone Drifters',
          'Summit Ridge Elks',
          'Bayfront Pilots',
          'Ironwood Smiths',
        ],
      },
      {
        id: 'ligue-du-panier',
        name: 'Ligue du Panier',
        country: 'FR',
        competitors: [
          'Valmont-sur-Loue',
          'Saint-Aurel',
          'Rivière-Claire',
          'Port-Lumière',
          'Hautecombe Basket',
          'Brévanne',
          'Montargent',
          'Castelvieux',
        ],
      },
      {
        id: 'adriatic-court',
        name: 'Adriatic Court',
        country: 'HR',
        competitors: ['Vrbovar', 'Jadrina', 'Lipograd', 'Morska Luka', 'Zelenik', 'Brodovac', 'Kamenar', 'Suncograd'],
      },
    ],
  },
  {
    id: 'tennis',
    name: 'Tennis',
    overWinter: false,
    competitions: [
      {
        id: 'meridian-tour',
        name: 'Meridian Tour',
        country: 'CH',
        competitors: [
          'A. Vellander',
          'T. Okarimo',
          'J. Brandsted',
          'L. Castellari',
          'M. Duvreaux',
          'N. Halvarsen',
          'P. Quintrell',
          'R. Szentmari',
        ],
      },
      {
        id: 'coastal-series',
        name: 'Coastal Series',
        country: 'AU',
        competitors: [
          'B. Tarrawick',
          'C. Ondelle',
          'D. Marchetane',
          'E. Lindqvale',
          'F. Sorrentey',
          'G. Pellworth',
          'H. Ikezawa-Roy',
          'I. Vostrikan',
        ],
      },
      {
        id: 'highland-open',
        name: 'Highland Open',
        country: 'AT',
        competitors: [
          'K. Aldersey',
          'O. Brunnhofel',
          'S. Caradine',
          'U. Drossenau',
          'V. Elsworthy',
          'W. Fontanier',
          'Y. Grabovsek',
          'Z. Hollandt',
        ],
      },
    ],
  },
  {
    id: 'hockey',
    name: 'Hockey',
    overWinter: true,
    competitions: [
      {
        id: 'northern-ice',
        name: 'Northern Ice League',
        country: 'CA',
        competitors: [
          'Frostbury Lynx',
          'Stillwater Bay Loons',
          'Caribou Falls',
          'Whitepine Axes',
          'Granite Lake Bears',
          'Port Halloran',
          'Timberline Foxes',
          'Moosehead Junction',
        ],
      },
      {
        id: 'isserien',
        name: 'Isserien',
        country: 'SE',
        competitors: [
          'Björkvik IK',
          'Nordhamra',
          'Älvstaden',
          'Silverforsen',
          'Granheda',
          'Vintersund',
          'Kungsmossen',
          'Storberga IF',
        ],
      },
      {
        id: 'jaakruunu',
        name: 'Jääkruunu',
        country: 'FI',
        competitors: [
          'Lumijoki Karhut',
          'Hallavaara',
          'Kuusilinna',
          'Pohjanlampi',
          'Rautakoski Ilves',
          'Talvisalo',
          'Harmaaranta',
          'Jäänsaari',
        ],
      },
    ],
  },
  {
    id: 'football',
    name: 'Football',
    overWinter: true,
    competitions: [
      {
        id: 'gridiron-union',
        name: 'Gridiron Union',
        country: 'US',
        competitors: [
          'Red Mesa Scorpions',
          'Fort Calloway Sentries',
          'Copper Hills Mustangs',
          'Delta City Herons',
          'Prairie Gate Bison',
          'Stonehaven Anvils',
          'Gulf Harbor Egrets',
          'Pinecrest Stags',
        ],
      },
      {
        id: 'heartland-conference',
        name: 'Heartland Conference',
        country: 'US',
        competitors: [
          'Wheatland Reapers',
          'Elk River Haulers',
          'Tallgrass Hawks',
          'Millbrook Engines',
          'Clayton Bend',
          'Northfork Wolves',
          'Sandhill Cranes',
          'Twin Rivers Barges',
        ],
      },
      {
        id: 'pacific-conference',
        name: 'Pacific Conference',
        country: 'US',
        competitors: [
          'Cape Solace Orcas',
          'Monterra Vaqueros',
          'Redwood Gulch',
          'Silver Bluff Condors',
          'Ocean Terrace',
          'Larkspur Lancers',
          'Volcano Bay Fire',
          'Cascade Point',
        ],
      },
    ],
  },
  {
    id: 'baseball',
    name: 'Baseball',
    overWinter: false,
    competitions: [
      {
        id: 'diamond-circuit',
        name: 'Diamond Circuit',
        country: 'US',
        competitors: [
          'Mapleton Barons',
          'Riverbend Larks',
          'Old Harbor Whalers',
          'Juniper Springs',
          'Brickyard Nine',
          'Sunfield Peaches',
          'Canal Street Mules',
          'Windham Gulls',
        ],
      },
      {
        id: 'liga-de-la-palma',
        name: 'Liga de la Palma',
        country: 'DO',
        competitors: [
          'Carreteros de Yaralú',
          'Luceros de Montaluz',
          'Pescadores de Playarena',
          'Cañeros del Valle',
          'Halcones de Sierrabrava',
          'Marinos de Puertoalba',
          'Gallos de Campoverde',
          'Mineros de Rocadura',
        ],
      },
      {
        id: 'sakura-league',
        name: 'Sakura League',
        country: 'JP',
        competitors: [
          'Minatogawa Cranes',
          'Hoshizaki Lanterns',
          'Kitayama Bears',
          'Asahioka Suns',
          'Tsukimura Rabbits',
          'Kazehara Winds',
          'Midorigaoka Pines',
          'Shirahama Waves',
        ],
      },
    ],
  },
];
