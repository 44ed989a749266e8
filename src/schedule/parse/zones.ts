// Zones by name: abbreviations, city names (the platform's own zone list and some that it lacks), regions.
// An abbreviation with S or D in it is the offset it means; "ET", "PT" follow the region's clock.

const OFFSETS: Readonly<Record<string, string>> = {
  UTC: 'utc|z|zulu|gmt|coordinated universal time|greenwich mean time',
  '-05:00': 'est',
  '-04:00': 'edt',
  '-06:00': 'cst',
  '-07:00': 'mst|pdt',
  '-08:00': 'pst|akdt',
  '-09:00': 'akst',
  '-10:00': 'hst',
  '-03:30': 'nst',
  '-02:30': 'ndt',
  '-03:00': 'brt|adt',
  '+01:00': 'cet|mez|bst|wat|west',
  '+02:00': 'cest|mesz|eet|sast|cat',
  '+03:00': 'eest|msk|trt|мск|eat',
  '+04:00': 'gst',
  '+05:00': 'pkt',
  '+05:30': 'ist',
  '+08:00': 'sgt|hkt|awst|pht',
  '+09:00': 'jst|kst',
  '+09:30': 'acst',
  '+10:00': 'aest',
  '+10:30': 'acdt',
  '+11:00': 'aedt',
  '+12:00': 'nzst',
  '+13:00': 'nzdt',
  '+07:00': 'wib|ict',
};

const REGIONS: Readonly<Record<string, string>> = {
  'America/New_York':
    'nueva york|nova york|nova iorque|new york|ny|newyork|new yorker|纽约|ニューヨーク|нью йорку|нью йоркскому|et|eastern|us eastern|nyc|new york city|boston|washington|washington dc|miami|atlanta|philadelphia|east coast',
  'America/Chicago': 'ct|central us|us central|dallas|houston|austin|minneapolis',
  'America/Denver': 'mountain|us mountain',
  'America/Los_Angeles':
    'pt|pacific|us pacific|la time|san francisco|sf|seattle|san diego|silicon valley|west coast|portland|las vegas|california',
  'America/Sao_Paulo': 'brasilia|sao paulo|brazil|brasil|rio|rio de janeiro',
  'America/Argentina/Buenos_Aires': 'buenos aires|argentina',
  'America/Mexico_City': 'ciudad de mexico|cdmx|mexico city',
  'Europe/London':
    'uk|london|londense|londres|london|londra|londen|лондону|лондонскому|伦敦|ロンドン|england|britain|british',
  'Europe/Berlin':
    'central european|berlin|berlijnse|berliner|germany|munich|munchen|frankfurt|hamburg|deutschland|deutscher|берлину|柏林|ベルリン|deutsche|german|berlino|berlim',
  'Europe/Paris': 'paris|parijse|france|pariser|parigi|parijs|парижу|巴黎|パリ|french',
  'Europe/Madrid': 'madrid|spain|barcelona|spanish|espana|peninsular|мадриду',
  'Europe/Rome': 'rome|roma|italy|milan|milano|rom|italia|риму',
  'Europe/Amsterdam': 'amsterdam|netherlands|amsterdamse|nederlandse|dutch|nederland',
  'Europe/Lisbon': 'lisbon|lisboa|portugal|lissabon|lisbonne',
  'Europe/Vienna': 'vienna|wien|wiener',
  'Europe/Zurich': 'zurich|geneva|bern|zurcher|swiss',
  'Europe/Moscow': 'moscow|moskau|московскому|москве|moscou|moscu|mosca|moskou|莫斯科|モスクワ',
  'Asia/Tokyo': 'tokyo|japan|tokio|日本|東京|东京|osaka|токио|токийскому|japanese|日本時間の',
  'Asia/Kolkata':
    'india|mumbai|delhi|new delhi|bangalore|bengaluru|chennai|hyderabad|pune|indian|印度|भारतीय|kolkata|calcutta',
  'Asia/Shanghai':
    'shanghai|beijing|china|peking|北京|上海|中国|shenzhen|пекину|chinese|beijin|pekin|pechino',
  'Asia/Hong_Kong': 'hong kong|香港',
  'Asia/Taipei': 'taiwan|台北|taipei',
  'Asia/Seoul': 'korea|seoul|首尔|ソウル|korean',
  'Asia/Singapore': 'singapore|新加坡|シンガポール',
  'Asia/Dubai': 'dubai|uae|abu dhabi',
  'Australia/Sydney': 'sydney|canberra|シドニー|悉尼|сиднею',
  'Australia/Perth': 'perth',
  'Pacific/Auckland': 'auckland|new zealand|nz|wellington',
  'Pacific/Honolulu': 'hawaii',
  'America/Toronto': 'toronto|canada east',
  'America/Bogota': 'bogota|colombia',
  'America/Lima': 'lima|peru',
  'America/Santiago': 'santiago|chile',
  'Africa/Johannesburg': 'south africa|cape town',
  'Africa/Lagos': 'nigeria',
  'Asia/Jerusalem': 'israel|tel aviv',
  'Africa/Cairo': 'cairo|egypt|القاهرة',
  'Asia/Riyadh': 'riyadh|الرياض|مكة|mecca|saudi',
  'Europe/Kiev': 'kyiv|киеву',
  'Europe/Istanbul': 'istanbul|turkey',
  'America/Phoenix': 'arizona',
  'America/Vancouver': 'vancouver',
};

/** Abbreviations that are words of some language stay out there. */
const CLASHES: Readonly<Record<string, readonly string[]>> = {
  en: ['est'],
  fr: ['est', 'west', 'cat', 'rom'],
  de: ['est', 'mez west'],
  nl: ['mst', 'west'],
  it: ['est', 'rom'],
  es: ['est'],
  pt: ['est'],
};

/** City zones of the platform, as words: "America/New_York" is "new york". Short or odd ones are left out. */
function cities(): readonly (readonly [string, string])[] {
  return Intl.supportedValuesOf('timeZone').flatMap((zone) => {
    const name = zone.split('/').at(-1)?.replaceAll('_', ' ').toLowerCase() ?? '';
    return zone.includes('/') &&
      name.length > 3 &&
      /^[a-z ]+$/.test(name) &&
      !['center', 'central', 'easter', 'mendoza', 'christmas', 'midway', 'wake'].includes(name)
      ? [[zone, name] as const]
      : [];
  });
}

/** German makes "Londoner Zeit" of a city's name. */
function inhabitants(words: readonly string[], code: string): readonly string[] {
  if (code !== 'de') return words;
  return words.flatMap((word) =>
    /^[a-z ]{4,}$/.test(word) && !word.endsWith('er') ? [word, `${word}er`] : [word],
  );
}

/** Table rows for a language: zone names are the same everywhere but where they clash with its words. */
export function zoneWords(code: string): Readonly<Record<string, string>> {
  const rows: Record<string, string> = {};
  const clash = clashesOf(code);
  const put = (kind: string, zone: string, words: readonly string[]) => {
    const keep = words.filter((word) => !clash.includes(word));
    const key = `${kind} ${zone.trim()}`;
    if (keep.length > 0) rows[key] = rows[key] ? `${rows[key]}|${keep.join('|')}` : keep.join('|');
  };
  for (const [zone, words] of Object.entries(OFFSETS)) put('zone', zone, words.split('|'));
  for (const [zone, words] of Object.entries(REGIONS)) put('zone', zone, inhabitants(words.split('|'), code));
  for (const [zone, name] of cities()) {
    put('place', zone, inhabitants([name], code));
    put('zone', zone, [zone.toLowerCase()]);
  }
  return rows;
}

/** Whether a language makes zone names of its own; in the others they are English ones but for its clashes. */
export const hasOwnZones = (code: string): boolean => code === 'de';

/** Zone names that are words of a language. */
export const clashesOf = (code: string): readonly string[] => (code === 'en' ? [] : (CLASHES[code] ?? []));
