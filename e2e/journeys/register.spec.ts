// Registration, mailed links and invitations as a person meets them. Source: docs/rules/access.md, "Registration".
import { spawn } from 'node:child_process'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import type { Page } from '@playwright/test'
import { expectAccessible } from '../support/accessible.ts'
import { expect, shareProduct, test } from '../support/journey.ts'
import { readCodeAt, readLink, waitForMail } from '../support/outbox.ts'
import type { Product } from '../support/product.ts'
import { enterPassword } from '../support/sign-in.ts'

const complaints: string[] = []

test.beforeEach(({ page }) => {
  complaints.length = 0
  // The browser itself logs refused calls to the console.
  page.on(
    'console',
    (message) =>
      message.type() === 'error' &&
      !message.text().startsWith('Failed to load resource') &&
      complaints.push(message.text()),
  )
  page.on('pageerror', (error) => complaints.push(error.message))
})
test.afterEach(() => {
  expect(complaints, 'errors of the page, policy violations included').toEqual([])
})

const fill = async (page: Page, person: { email?: string; phone: string; password: string }) => {
  await page.getByLabel('First name').fill('Åsa')
  await page.getByLabel('Last name').fill('Lind')
  if (person.email) await page.getByLabel('Email').fill(person.email)
  await page.getByLabel('Phone number').fill(person.phone)
  await page.getByRole('textbox', { name: 'Password' }).fill(person.password)
}

const enterCode = async (page: Page, product: Product, phoneNumber: string) => {
  await expect(page.getByText('Code received')).toBeVisible()
  await page.getByLabel('Digit 1 of 6').click()
  await page.keyboard.type(await readCodeAt(product, phoneNumber))
  await page.getByRole('button', { name: 'Confirm' }).click()
}

test('the register address opens the Register form, and a new person gets in by the code', async ({
  page,
  product,
}) => {
  await page.goto(`${product.origin}/register`)
  await expect(page.getByRole('heading', { name: 'Registration works' })).toBeVisible()
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByRole('heading', { name: 'Register' })).toBeVisible()
  const submit = page.getByRole('button', { name: 'Register' })
  await expect(submit).toBeDisabled()
  await expect(page.getByText('Verified', { exact: true })).toBeVisible()
  await fill(page, { email: 'asa@example.test', phone: '0212 555 0140', password: 'short' })
  await page.getByLabel('First name').focus()
  await expect(page.getByText('Enter the number with its country code, like +1 212 555 0123.')).toBeVisible()
  await expect(page.getByText('A password has at least 8 characters.')).toBeVisible()
  await expect(submit).toBeDisabled()
  await fill(page, { email: 'asa@example.test', phone: '+1 (646) 555-0140', password: 'password1' })
  await expect(
    page.getByText('This password is one of the commonest and would be guessed. Choose another one.'),
  ).toBeVisible()
  await fill(page, { phone: '+1 (646) 555-0140', password: 'harbour lights on' })
  await submit.click()
  await expect(
    page.getByText('Check your phone for a text message with a 6-digit code. It is valid for 60 seconds.'),
  ).toBeVisible()
  await enterCode(page, product, '+16465550140')
  await expect(page.getByRole('button', { name: 'User menu, Åsa Lind' })).toBeVisible()
})

test('a known e-mail gets the same step, and its owner a mail', async ({ page, product, another }) => {
  const { email } = await another('manager')
  await page.goto(`${product.origin}/auth?form=register`)
  await fill(page, { email, phone: '+1 646 555 0141', password: 'harbour lights on' })
  await page.getByRole('button', { name: 'Register' }).click()
  await expect(page.getByText('Code received')).toBeVisible()
  expect(await waitForMail(product, email, 'You already have a Clubfolio user')).toContain('Nothing was changed')
})

test('a forgotten password is set anew by a mailed link, and the code is asked for as ever', async ({
  page,
  product,
  another,
}) => {
  const { email } = await another('member')
  await page.goto(`${product.origin}/auth`)
  await page.getByRole('button', { name: 'Forgot password?' }).click()
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Send link' }).click()
  await expect(page.getByText('If this address belongs to a user, a mail with a link is on its way.')).toBeVisible()
  await page.goto(await readLink(product, email, 'Set a new Clubfolio password'))
  await expect(page.getByRole('heading', { name: 'New password' })).toBeVisible()
  await expect(page).not.toHaveURL(/reset=/)
  await expectAccessible(page, 'new password')
  await page.getByRole('textbox', { name: 'New password' }).fill('seven grey herons')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('Your new password is set. Please sign in.')).toBeVisible()
  await enterPassword(page, email, 'seven grey herons')
  await expect(page.getByText('Code received')).toBeVisible()
})

test('a link that was used says so', async ({ page, product }) => {
  await page.goto(`${product.origin}/auth#reset=${'x'.repeat(43)}`)
  await page.getByRole('textbox', { name: 'New password' }).fill('seven grey herons')
  await page.getByRole('button', { name: 'Set password' }).click()
  await expect(page.getByText('This link has run out or was used before. Ask for a new one.')).toBeVisible()
})

test('an invitation from the command line makes a new administrator', async ({ page, product }) => {
  // The embedded database belongs to the running server; the command works alongside it.
  const link = await invite(product, 'chair@club.example')
  await page.goto(link)
  await expect(page.getByRole('heading', { name: 'Your invitation' })).toBeVisible()
  await expect(page.getByText('chair@club.example becomes an administrator.')).toBeVisible()
  await expectAccessible(page, 'invitation')
  await fill(page, { phone: '+1 646 555 0142', password: 'harbour lights on' })
  await page.getByRole('button', { name: 'Accept' }).click()
  await enterCode(page, product, '+16465550142')
  await expect(page.getByRole('button', { name: 'User menu, Åsa Lind' })).toBeVisible()
  await page.goto(`${product.origin}/profile`)
  await expect(page.getByText('List and update permissions')).toBeVisible()
})

test.describe(() => {
  let google: Awaited<ReturnType<typeof startRecaptchaStandIn>>

  test.beforeAll(async () => {
    google = await startRecaptchaStandIn()
  })
  shareProduct(() => ({
    environment: { RECAPTCHA_SITE_KEY: 'site-key', RECAPTCHA_SECRET: 'secret', RECAPTCHA_URL: google.url },
  }))
  test.afterAll(() => google.stop())

  test('where the configuration names reCAPTCHA, its box stands in the form and its word counts', async ({
    page,
    product,
  }) => {
    await page.goto(`${product.origin}/auth?form=register`)
    await fill(page, { email: 'asa@example.test', phone: '+1 646 555 0143', password: 'harbour lights on' })
    await expect(page.getByRole('button', { name: 'Register' })).toBeDisabled()
    await page.getByRole('button', { name: 'I am no robot, says site-key' }).click()
    await page.getByRole('button', { name: 'Register' }).click()
    await expect(page.getByText('Code received')).toBeVisible()
  })
})

/** Implements Google's documented interface: a script that draws a box, and the verification of its response. */
async function startRecaptchaStandIn(): Promise<{ url: string; stop: () => Promise<void> }> {
  const script = `window.grecaptcha = {
    ready: (then) => then(),
    render: (place, options) => {
      const box = document.createElement('button')
      box.type = 'button'
      box.textContent = 'I am no robot, says ' + options.sitekey
      box.addEventListener('click', () => options.callback('ticked'))
      place.append(box)
      return 0
    },
  }`
  const server = createServer((request, response) => {
    if (request.method === 'GET') return void response.writeHead(200, { 'content-type': 'text/javascript' }).end(script)
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => (body += part))
    request.on('end', () => {
      const form = new URLSearchParams(body)
      const success = form.get('response') === 'ticked' && form.get('secret') === 'secret'
      response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ success }))
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}

function invite(product: Product, email: string): Promise<string> {
  const program = fileURLToPath(new URL('../../packages/server/dist/admin.js', import.meta.url))
  const child = spawn(process.execPath, [program, 'invite', email], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      CLUBFOLIO_DATA: product.dataDirectory,
      ...(product.databaseUrl === undefined ? {} : { DATABASE_URL: product.databaseUrl }),
      CLUBFOLIO_ORIGIN: product.origin,
      CLUBFOLIO_NOW: '2026-03-04T15:00:00Z',
    },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => (output += text))
  return new Promise((resolve, reject) => {
    child.once('close', () => {
      const link = /http\S+#invite=[\w-]+/.exec(output)?.[0]
      if (link) resolve(link)
      else reject(new Error(output))
    })
  })
}
