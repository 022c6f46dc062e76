// What a person reads on the console after the start: address, demonstration sign-ins, where codes appear.
import { demonstrationPassword, localSignIns, paperUserName, type DemonstrationSignIn } from '../db/demo/seed-demonstration.ts'
import type { Config } from '../kernel/config.ts'

export function announce(config: Config, madeSignIns: readonly DemonstrationSignIn[], seconds: number): string {
  const signIns = config.isPublicDemo ? madeSignIns : localSignIns
  const lines = [
    '',
    config.role === 'worker' ? `The worker of Clubfolio is at work (ready after ${seconds.toFixed(1)} s); its health is told at port ${config.port}` : `Clubfolio answers at ${config.origin} (ready after ${seconds.toFixed(1)} s)`,
  ]
  if (config.environment !== 'production') {
    lines.push(`Paper brokerage at ${config.paperPublicUrl}`)
    for (const { role, email, password } of signIns) lines.push(`  sign in as ${role.padEnd(13)} ${email}  password ${password}`)
    if (!config.isPublicDemo) lines.push(`  at the paper brokerage the manager is ${paperUserName}   password ${demonstrationPassword}`)
    if (config.messages.twilio) lines.push('  codes go out as text messages')
    else lines.push(config.isPublicDemo ? '  codes are printed here' : `  codes are printed here and shown at ${config.origin}/outbox`)
  }
  return [...lines, ''].join('\n')
}
