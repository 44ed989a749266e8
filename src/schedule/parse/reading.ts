// What a word can mean. A reading is one meaning of a run of tokens in one language; a run may have several
// ("morgen": tomorrow, or the morning), and the grammar finds the combination that uses every word.

export type Unit =
  | 'second'
  | 'minute'
  | 'hour'
  | 'day'
  | 'week'
  | 'month'
  | 'quarter'
  | 'year'
  | 'weekend'
  | 'workday';

export type Part =
  | 'dawn' // before sunrise: small hours
  | 'morning'
  | 'firstthing'
  | 'noon' // the instant 12:00
  | 'midday' // the part around noon
  | 'afternoon'
  | 'lateday' // tarde: from noon till dark
  | 'evening'
  | 'tonight' // words that mean both this evening and tonight
  | 'night'
  | 'midnight'
  | 'endofday';

/** Closed-class words, by what they do in a time phrase. */
export type Role =
  | 'at' // before a clock time
  | 'on' // before a day
  | 'pin' // "in the morning", "in october"
  | 'of'
  | 'the'
  | 'by' // by, before, until: the time itself
  | 'approx'
  | 'in' // elapsed: "in 5 minutes"
  | 'later' // elapsed, after the amount: "5 minutes from now"
  | 'ago' // after the amount
  | 'agopre' // before the amount
  | 'after' // "after 2 hours"; "two days after christmas"
  | 'prior' // "a day before christmas"
  | 'from' // start of a range, or "a week from monday"
  | 'between'
  | 'to' // end of a range
  | 'goal' // before the new time of what is moved: "to friday"
  | 'past' // ten past six
  | 'before' // ten to six
  | 'minus' // six moins dix
  | 'minuspre' // без десяти шесть
  | 'half'
  | 'quarterpast' // सवा पांच: 5:15
  | 'quarterto' // पौने पांच: 4:45
  | 'quarter'
  | 'threequarter'
  | 'and'
  | 'or'
  | 'oclock' // an hour word that says nothing of am or pm
  | 'hourword' // the language's clock word: the hour is literal
  | 'minuteword'
  | 'secondword'
  | 'am'
  | 'pm'
  | 'every'
  | 'other' // every other
  | 'alternate' // alternate saturdays: needs no "every"
  | 'next'
  | 'this'
  | 'coming'
  | 'last'
  | 'afternext'
  | 'week' // monday week
  | 'fortnight' // friday fortnight
  | 'starting'
  | 'except'
  | 'exceptpost' // 日曜以外
  | 'end'
  | 'start'
  | 'sametime' // the same time: that of the reminder that is spoken of
  | 'thishour' // this time: now's
  | 'thissame' // "в это же время": the reminder's if one is spoken of, else now's
  | 'dompre' // los días 1 y 15
  | 'dom' // marks the day of a month: día 5, 5日
  | 'yearword'
  | 'monthword'
  | 'counter' // 个
  | 'each' // after the amount: 2時間ごと
  | 'skip' // after the amount: 一日おき
  | 'pre' // glue that needs something after it
  | 'glue' // may stand anywhere
  | 'zoneword' // "time" in "Tokyo time"
  | 'zonepre' // "heure de" Paris
  | 'thistime'
  | 'window' // working hours
  | 'ofevery'
  | 'once'
  | 'nth'
  | 'onthehour'
  | 'yes' // segunda sim, segunda não
  | 'no'
  | 'times'; // "twice", "three times"

export type Reading =
  | { readonly k: 'num'; readonly v: number; readonly digits?: string; readonly article?: boolean }
  | { readonly k: 'ord'; readonly v: number; readonly digits?: boolean }
  | { readonly k: 'unit'; readonly u: Unit; readonly n: number }
  | { readonly k: 'adverb'; readonly u: Unit; readonly n: number }
  | { readonly k: 'dur'; readonly n: number; readonly u: Unit }
  | { readonly k: 'wd'; readonly d: number; readonly plural: boolean }
  | { readonly k: 'wdchar'; readonly d: number }
  | { readonly k: 'wdset'; readonly days: readonly number[]; readonly plural: boolean }
  | { readonly k: 'month'; readonly m: number }
  | { readonly k: 'day'; readonly n: number; readonly part?: Part }
  | { readonly k: 'part'; readonly p: Part; readonly plural: boolean }
  | { readonly k: 'period'; readonly u: Unit; readonly n: number }
  | { readonly k: 'edge'; readonly e: 'end' | 'start'; readonly u: Unit; readonly n: number }
  | { readonly k: 'lastday' }
  | { readonly k: 'holiday'; readonly m: number; readonly d: number; readonly eve: boolean }
  | { readonly k: 'zone'; readonly zone: string; readonly place: boolean }
  | { readonly k: 'role'; readonly r: Role };

export type ReadingOf<K extends Reading['k']> = Extract<Reading, { k: K }>;
