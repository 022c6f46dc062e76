// Money formatting belongs to the domain, so that the server's files and the screens match.
export {
  absent,
  formatMoney,
  groupThousands,
  moneySign,
  withCurrency,
  type MoneyFormat,
  type MoneyValue,
} from '@clubfolio/domain'
