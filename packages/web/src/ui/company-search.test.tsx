import { screen } from '@testing-library/react'
import { describe, expect, test, vi } from 'vitest'
import { render } from '../testing/render.tsx'
import { CompanySearch, type CompanyChoice } from './company-search.tsx'

const ford = { id: '1', code: 'F', name: 'Ford Motor' }
const electric = { id: '2', code: 'GE', name: 'General Electric' }
const apple = { id: '3', code: 'AAPL', name: 'Apple' }
const app = { id: '4', code: 'APP', name: 'App Corporation' }
const companies = [ford, electric, apple, app]

/** Like the server: codes that start with the keyword and names, or with fewer than 3 characters the exact code. */
const found = (keyword: string): readonly CompanyChoice[] =>
  companies.filter(({ code, name }) =>
    keyword.length < 3 ? code === keyword : code.startsWith(keyword) || name.toUpperCase().includes(keyword),
  )

async function renderSearch(answer: (keyword: string) => Promise<readonly CompanyChoice[]>) {
  const search = vi.fn<typeof answer>(answer)
  const onChoose = vi.fn<(company: CompanyChoice) => void>()
  const { user } = await render(<CompanySearch search={search} onChoose={onChoose} />)
  return { user, search, onChoose, field: screen.getByRole('combobox', { name: 'Search company' }) }
}
const answering = (keyword: string) => Promise.resolve(found(keyword))

describe('Enter', () => {
  test.each([
    ['f', ford],
    ['ge', electric],
  ])('after "%s" finds that code', async (typed, company) => {
    const { user, field, search, onChoose } = await renderSearch(answering)
    await user.type(field, typed)
    expect(screen.getByRole('status')).toHaveTextContent(`Enter finds the symbol ${company.code}; names need 3 letters`)
    expect(search).not.toHaveBeenCalled()
    await user.keyboard('{Enter}')
    await vi.waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(company))
    expect(field).toHaveValue('')
  })

  test('after a code that does not exist says so, until the text changes', async () => {
    const { user, field, onChoose } = await renderSearch(answering)
    await user.type(field, 'zz{Enter}')
    expect(await screen.findByText('No match for ZZ')).toBeInTheDocument()
    expect(onChoose).not.toHaveBeenCalled()
    await user.type(field, 'z')
    expect(await screen.findByText('No match for ZZZ')).toBeInTheDocument()
  })

  test('does not wait for the results, and prefers the company with exactly that code', async () => {
    const { user, field, onChoose } = await renderSearch(answering)
    await user.type(field, 'app{Enter}')
    await vi.waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(app))
  })

  test('takes no result of the text before', async () => {
    const { user, field, onChoose } = await renderSearch(answering)
    await user.type(field, 'aapl')
    await screen.findByRole('option', { name: /AAPL/ })
    await user.clear(field)
    await user.type(field, 'gen{Enter}')
    await vi.waitFor(() => expect(onChoose).toHaveBeenCalledExactlyOnceWith(electric))
  })

  test('after a search that failed says how to repeat it', async () => {
    const { user, field } = await renderSearch(() => Promise.reject(new Error('no connection')))
    await user.type(field, 'f{Enter}')
    expect(await screen.findByText('The search failed. Press Enter to try again')).toBeInTheDocument()
  })
})

test('three letters without a match say so', async () => {
  const { user, field } = await renderSearch(answering)
  await user.type(field, 'nothing')
  expect(await screen.findByText('No match for NOTHING')).toBeInTheDocument()
})
