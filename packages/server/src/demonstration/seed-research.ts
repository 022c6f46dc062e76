// The demonstration's watchlists, saved screens and an analysis, chosen from the market as it is at the first start.
import { defaultCriteria, type ScreenCriteria } from '@clubfolio/contract'
import { saveAnalysis } from '../features/calculator/save-analysis.ts'
import { saveScreen } from '../features/screener/saved-screens.ts'
import { addInstrument, saveNote } from '../features/watchlist/change-instruments.ts'
import { createWatchlist } from '../features/watchlist/change-watchlist.ts'
import type { PooledServices } from '../services.ts'

type SeedServices = Pick<PooledServices, 'db' | 'pool' | 'clock'>

const momentum: ScreenCriteria = {
  bounds: { rsi14: [50, 70], averageVolume: [1_000_000, null] },
  averages: { '50': 'above', '200': 'above' },
  assetTypes: ['EQUITY'],
  sectors: [],
}

/** Runs once, after the demonstration's people were created and the first instruments are stored. */
export async function seedResearch(services: SeedServices): Promise<void> {
  const { db } = services
  const people = await db
    .selectFrom('app_user')
    .select(['id', 'email'])
    .where('email', 'in', ['manager@clubfolio.example', 'member@clubfolio.example'])
    .execute()
  const traded = await db
    .selectFrom('instrument_stat as s')
    .innerJoin('market_source as m', (join) => join.onRef('m.source', '=', 's.source').on('m.is_active', '=', true))
    .innerJoin('instrument as i', 'i.id', 's.instrument_id')
    .select(['s.code', 'i.asset_type'])
    .orderBy('s.average_volume', 'desc')
    .orderBy('s.code')
    .execute()
  const companies = traded.filter((row) => row.asset_type === 'EQUITY').map((row) => row.code)
  const indices = traded
    .map((row) => row.code)
    .filter((code) => code === 'SPY' || code === 'QQQ')
    .toSorted()
  if (companies.length === 0) return
  for (const { id, email } of people) {
    const isManager = email.startsWith('manager')
    await seedList(services, id, {
      name: 'Market',
      codes: [...indices, ...companies.slice(0, 4)],
      notes: { SPY: 'The yardstick of the fund.' },
    })
    if (isManager)
      await seedList(services, id, {
        name: 'Candidates',
        codes: companies.slice(4, 9),
        notes: { [companies[4] ?? '']: 'Wait for a close above the resistance before entering.' },
      })
    await saveScreen(services, id, { name: 'Pullbacks with volume', criteria: defaultCriteria, isDaily: !isManager })
    if (isManager) await saveScreen(services, id, { name: 'Momentum', criteria: momentum, isDaily: false })
    if (isManager) {
      const today = new Date(services.clock.nowMs()).toISOString().slice(0, 10)
      const content = {
        ticket: indices[0] ?? companies[0]!,
        timing: '_MONTH',
        startDate: `${Number(today.slice(0, 4)) - 20}${today.slice(4, 8)}01`,
        endDate: today,
        investment_type: 'long',
        capital: '50000',
        risk: '1',
        resistance_price: '',
        support_price: '',
      } as const
      await saveAnalysis(db, services.clock, id, { name: 'Index, 1 % risk', content })
    }
  }
}

interface SeedListOptions {
  readonly name: string
  readonly codes: readonly string[]
  readonly notes: Readonly<Record<string, string>>
}

async function seedList(
  { db, clock }: SeedServices,
  ownerId: string,
  { name, codes, notes }: SeedListOptions,
): Promise<void> {
  const id = await createWatchlist(db, clock, ownerId, name)
  for (const code of codes) {
    await addInstrument(db, clock, ownerId, { id, code })
    const note = notes[code]
    if (note !== undefined) await saveNote(db, ownerId, { id, code, note })
  }
}
