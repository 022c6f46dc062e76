// What every call that asks the brokerage about an account may be refused with.

export const brokerRefusals = [
  'notFound',
  'accountDisabled',
  'accountLapsed',
  'brokerRefused',
  'brokerUnavailable',
  'brokerNonsense',
  'brokerNotConfigured',
] as const

/** The same for calls that judge, send, change or cancel orders. */
export const tradeRefusals = [...brokerRefusals, 'accountReadOnly', 'accountNumberShared'] as const
