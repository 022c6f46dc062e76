// The currencies that accounts at brokers have, with their names, those of the largest markets first.
const codes = (
  'USD EUR GBP CHF CAD AUD JPY AED ARS BGN BRL CLP CNY COP CZK DKK EGP HKD HUF IDR ILS INR ISK KES KRW KWD KZT MXN ' +
  'MYR NGN NOK NZD PEN PHP PLN QAR RON SAR SEK SGD THB TRY TWD UAH VND ZAR'
).split(' ')
const names = new Intl.DisplayNames('en', { type: 'currency' })

export const currencyChoices = codes.map((code) => ({ value: code, label: `${code} · ${names.of(code) ?? code}` }))
