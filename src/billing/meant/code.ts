// The code that was meant by what people write in its place, by code list (`CodeList.id`). Only
// what is beyond doubt; words in lower case, several separated by `|`.

const table = {
  ISO3166: `
    GB uk|gbr|united kingdom|great britain|england  GR el|grc|greece  DE deu|ger|germany|deutschland
    AT aut|austria|österreich  BE bel|belgium|belgië|belgique  BG bgr|bulgaria  HR hrv|croatia
    CY cyp|cyprus  CZ cze|czechia|czech republic  DK dnk|denmark|danmark  EE est|estonia
    FI fin|finland|suomi  FR fra|france  HU hun|hungary  IE irl|ireland  IT ita|italy|italia
    LV lva|latvia  LT ltu|lithuania  LU lux|luxembourg  MT mlt|malta  PL pol|poland|polska
    NL nld|ned|netherlands|nederland|the netherlands|holland  PT prt|portugal
    RO rou|romania  SK svk|slovakia  SI svn|slovenia  ES esp|spain|españa  SE swe|sweden|sverige
    NO nor|norway|norge  IS isl|iceland  LI lie|liechtenstein  CH che|switzerland|schweiz|suisse
    US usa|united states  AU aus|australia  NZ nzl|new zealand  SG sgp|singapore  JP jpn|japan
    AE uae|are  CA can|canada  MY mys|malaysia  XI northern ireland  1A kosovo|xk|xkx`,
  ISO4217: `
    EUR €|euro|euros  GBP £|stg|ukp|pound sterling  CNY rmb  USD us$|usdollar|us dollar`,
  Rec20: `
    H87_or_C62 pce|pc|pcs|piece|pieces|stk|stück|st.|stuk|stuks  HUR h|hr|hrs|hour|hours|std|uur
    C62 unit|units|each|ea.|one|item|items  DAY d|day|days|tag|tage|dag|dagen
    MIN minute|minutes|mins  SEC s|second|seconds  WEE w|week|weeks  MON month|months|maand
    ANN y|yr|year|years  KGM kg|kgs|kilo|kilogram  GRM g|gr|gram  TNE t|ton|tonne
    MTR m|meter|metre  KMT km|kilometer|kilometre  CMT cm  MMT mm  MTK m2|m²|qm|sqm
    MTQ m3|m³|cbm  LTR l|liter|litre  MLT ml  PR pair|pairs  SET set|sets  XBX box|boxes
    XPX pallet|pallets  XPK package|pkg  DZN dozen|dz  LS lump sum|lumpsum|flat  P1 %|percent`,
  UNCL4461: `
    58 sepa|sepa credit transfer|sct  30 credit transfer|transfer|bank transfer|wire
    59 sepa direct debit|sdd  49 direct debit  10 cash  48 card|bank card  54 credit card
    55 debit card  20 cheque|check`,
  VAT: `
    S standard|standard rate|standard rated  Z zero|zero rated  E exempt  AE reverse charge|rc
    K ic|intra-community|intracommunity  G export  O out of scope|outside scope|not subject`,
  MIME: `
    application/pdf pdf|x-pdf|application/x-pdf  image/png png  image/jpeg jpg|jpeg|image/jpg
    text/csv csv|application/csv
    application/vnd.openxmlformats-officedocument.spreadsheetml.sheet xlsx|application/xlsx
    application/vnd.oasis.opendocument.spreadsheet ods|application/ods`,
  EAS: `
    0088 gln|ean|gs1  0060 duns|d-u-n-s  0208 kbo|bce|be:cbe|be:en  9925 be:vat  0192 no:orgnr
    0192 no:org
    0007 se:orgnr  0184 dk:cvr|cvr  0106 nl:kvk|kvk  0190 nl:oin|oin  9944 nl:vat  9930 de:vat
    0204 leitweg|leitweg-id|de:lid  0216 fi:ovt2  0199 lei  0002 siren  0009 siret|fr:siret`,
  ICD: `
    0088 gln|ean|gs1  0060 duns|d-u-n-s  0208 kbo|bce|be:cbe|be:en  0192 no:orgnr|no:org
    0007 se:orgnr  0184 dk:cvr|cvr  0106 nl:kvk|kvk  0190 nl:oin|oin  0160 gtin|upc  0199 lei
    0002 siren  0009 siret|fr:siret`,
} as const

/** The codes that were meant, in words (`H87 or C62`); undefined when that cannot be told. */
export function codeWritten(list: string, value: string): string | undefined {
  return codesWritten.get(list)?.get(value.trim().toLowerCase())
}

/** The codes that each word stands for, by list. */
export const codesWritten: ReadonlyMap<string, ReadonlyMap<string, string>> = new Map(
  Object.entries(table).map(([list, text]) => [list, new Map(entriesOf(text))]),
)

/** Entries are separated by two blanks or a line; the code ends at the first blank. */
function entriesOf(text: string): [string, string][] {
  return text
    .trim()
    .split(/\s{2,}/)
    .flatMap((entry) => {
      const at = entry.indexOf(' ')
      const code = entry.slice(0, at).replaceAll('_', ' ')
      return entry
        .slice(at + 1)
        .split('|')
        .map((word): [string, string] => [word, code])
    })
}
