// What a person would find in the mailbox or on the phone, read from the product's outbox page.
import type { Product } from './product.ts'

interface Message {
  readonly kind: string
  readonly to: string
  readonly subject: string
  readonly text: string
}

/** Newest first. */
async function readOutbox(product: Product): Promise<readonly Message[]> {
  const page = await (await fetch(`${product.origin}/outbox`, { headers: { accept: 'text/html' } })).text()
  return [
    ...page.matchAll(/<tr><td>[^<]*<\/td><td>(\w+)<\/td><td>([^<]*)<\/td><td>([^<]*)<\/td><td><pre>([^<]*)<\/pre>/g),
  ].map(([, kind, to, subject, text]) => ({
    kind: kind!,
    to: to!,
    subject: subject!,
    text: text!,
  }))
}

/** Messages follow the responses they belong to, so the reader polls until they are there. */
async function waitForMessage(product: Product, to: string, subject: string): Promise<Message> {
  for (;;) {
    const found = (await readOutbox(product)).find((message) => message.to === to && message.subject === subject)
    if (found) return found
  }
}

/** Returns the link of the newest mail with this subject. */
export async function readLink(product: Product, to: string, subject: string): Promise<string> {
  const { text } = await waitForMessage(product, to, subject)
  return /http\S+#\w+=[\w-]+/.exec(text)![0]
}

/** Returns the link of the newest invitation to be a member that went to this address. */
export const readMemberInvitation = (product: Product, to: string): Promise<string> =>
  readInvitation(product, to, '/member-invitation#')

/** Returns the link of the newest invitation to a role in a fund that went to this address. */
export const readRoleInvitation = (product: Product, to: string): Promise<string> =>
  readInvitation(product, to, '/fund-invitation#')

async function readInvitation(product: Product, to: string, path: string): Promise<string> {
  for (;;) {
    const mail = (await readOutbox(product)).find((one) => one.to === to && one.text.includes(path))
    if (mail) return /http\S+#[\w-]+/.exec(mail.text)![0]
  }
}

export async function waitForMail(product: Product, to: string, subject: string): Promise<string> {
  return (await waitForMessage(product, to, subject)).text
}

/** Returns the code that was sent to this number. */
export async function readCodeAt(product: Product, phoneNumber: string): Promise<string> {
  const { text } = await waitForMessage(product, phoneNumber, '')
  return /\b\d{6}\b/.exec(text)![0]
}
