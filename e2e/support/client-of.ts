// The typed client as the user of a page, for actions that belong to another screen.
import { createClient, type Client } from '@clubfolio/contract'
import type { Page } from '@playwright/test'
import type { Product } from './product.ts'

export interface PageUser {
  readonly id: string
  readonly token: string
}

export const userOf = (page: Page): Promise<PageUser> =>
  page.evaluate(() => JSON.parse(localStorage.getItem('user') ?? '{}') as PageUser)

export const clientOf = (product: Product, { token }: Pick<PageUser, 'token'>): Client =>
  createClient({ baseUrl: product.origin, getToken: () => token })
