// The console text after startup: address, demonstration sign-ins, where codes appear.
import {
  demonstrationPassword,
  localSignIns,
  paperUserName,
  type DemonstrationSignIn,
} from '../demonstration/seed-demonstration.ts'
import { hasPaperBroker } from '../adapters/broker/broker-settings.ts'
import type { Config } from '../kernel/config.ts'

/** Returns the block with its empty lines; `seconds` is what the start took. */
export function announce(config: Config, madeSignIns: readonly DemonstrationSignIn[], seconds: number): string {
  if (config.role === 'worker')
    return block([
      `Worker ready after ${seconds.toFixed(1)} s; health check on port ${config.port}`,
      ...paperBrokerage(config),
    ])
  const signIns = config.isPublicDemo ? madeSignIns : localSignIns
  const lines = [`Clubfolio answers at ${config.origin} (ready after ${seconds.toFixed(1)} s)`]
  if (config.environment === 'production') return block(lines)
  if (signIns.length > 0) lines.push('', '  Open this address in a browser and sign in:')
  for (const { role, email, password } of signIns)
    lines.push(`    ${role.padEnd(13)}  ${email.padEnd(28)}  password ${password}`)
  return block([...lines, `  ${whereCodesAppear(config)}`, '', ...paperBrokerage(config)])
}

const block = (lines: readonly string[]): string => ['', ...lines, ''].join('\n')

function whereCodesAppear(config: Config): string {
  if (config.messages.twilio) return 'Codes go out as text messages.'
  return config.isPublicDemo
    ? 'The code of the second step is printed here.'
    : `The code of the second step is printed here and shown at http://127.0.0.1:${config.port}/outbox`
}

function paperBrokerage(config: Config): string[] {
  if (config.environment === 'production' || !hasPaperBroker(config)) return []
  if (config.role !== 'all')
    return [
      `  The paper brokerage is expected at ${config.paperPublicUrl}, as a separate process: npm run paper-broker`,
    ]
  return [
    `  Paper brokerage at ${config.paperPublicUrl}${
      config.isPublicDemo ? '' : `, where the manager is ${paperUserName} with the password ${demonstrationPassword}`
    }`,
  ]
}
