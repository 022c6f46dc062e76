// Over real calls: a change under a key waits for the database, and one without a key does not.
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp, type TestUser } from '../testing/test-app.ts'

let app: TestApp
let person: TestUser
beforeAll(async () => {
  app = await startTestApp()
  person = await app.signUp(['MANAGERS'])
  // A sequence keeps its place when a transaction is rolled back: two inserts of a name fail, then they succeed.
  await app.services.pool.query(`
    create sequence shut_down;
    create function fail_twice() returns trigger language plpgsql as $$
    begin
      if new.last_name = 'Failover' and nextval('shut_down') % 3 <> 0 then
        raise exception 'terminating connection' using errcode = '57P01';
      end if;
      return new;
    end $$;
    create trigger fail_twice before insert on member for each row execute function fail_twice()`)
})
afterAll(() => app.stop())

const create = (firstName: string, idempotencyKey: string) =>
  person.client.member.create({ body: { firstName, lastName: 'Failover', phone: '2125550141' } }, { idempotencyKey })
const count = async (firstName: string) =>
  (await person.client.member.findAllMembers()).filter((member) => member.firstName === firstName).length

test('a change under a key is answered once the database is back, and happens once', async () => {
  const key = randomUUID()
  const reply = await create('Patient', key)
  expect(await create('Patient', key)).toEqual(reply)
  expect(await count('Patient')).toBe(1)
})

test('a change without a key is refused at once: its caller alone knows whether to repeat it', async () => {
  const send = () =>
    fetch(`${app.url}/v1/api/member/create`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', token: person.user.token },
      body: JSON.stringify({ firstName: 'Hasty', lastName: 'Failover', phone: '2125550141' }),
    })
  const answer = await send()
  expect([answer.status, await answer.json()]).toMatchObject([503, { refusal: 'databaseAway' }])
  expect(await count('Hasty')).toBe(0)
})
