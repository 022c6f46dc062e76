// The console text after startup: address, demonstration sign-ins, where codes appear.
import {
  demonstrationPassword,
  localSignIns,
  paperUserName,
  type DemonstrationSignIn,
} from '../demonstration/seed-demonstration.ts'
import { hasPaperBroker } from '../adapters/broker/broker-settings.ts'
import type { Config } from '../kernel/config.ts'

export function announce(config: Config, madeSignIns: readonly DemonstrationSignIn[], seconds: number): string {
  const signIns = config.isPublicDemo ? madeSignIns : localSignIns
  const lines = [
    '',
    config.role === 'worker'
      ? `Worker ready after ${seconds.toFixed(1)} s; health check on port ${config.port}`
      : `Clubfolio answers at ${config.origin} (ready after ${seconds.toFixed(1)} s)`,
  ]
  if (config.environment !== 'production') {
    if (hasPaperBroker(config))
      lines.push(
        config.role === 'all'
          ? `Paper brokerage at ${config.paperPublicUrl}`
          : `The paper brokerage is expected at ${config.paperPublicUrl}, as a separate process: npm run paper-broker`,
      )
    for (const { role, email, password } of signIns)
      lines.push(`  sign in as ${role.padEnd(13)} ${email}  password ${password}`)
    if (!config.isPublicDemo && config.role === 'all' && hasPaperBroker(config))
      lines.push(`  at the paper brokerage the manager is ${paperUserName}   password ${demonstrationPassword}`)
    if (config.role === 'worker') return [...lines, ''].join('\n')
    if (config.messages.twilio) lines.push('  codes go out as text messages')
    else
      lines.push(
        config.isPublicDemo
          ? '  codes are printed here'
          : `  codes are printed here and shown at http://127.0.0.1:${config.port}/outbox`,
      )
  }
  return [...lines, ''].join('\n')
}
