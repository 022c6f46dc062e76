// Money in words is the domain's, so that files of the server and screens say the same.
export { absent, formatMoney, groupThousands, moneySign, type MoneyFormat, type MoneyValue } from '@clubfolio/domain'
