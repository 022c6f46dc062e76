// What the catalogue of a database says about everything that SQL of ours names: tables, columns, constraints, indexes.
import type { ClientBase } from 'pg'

export interface CatalogueColumn {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly isRequired: boolean
  /** A default, an identity or a generation expression: a writer that leaves the column out gets a value. */
  readonly hasValue: boolean
  readonly isGenerated: boolean
}

export interface CatalogueConstraint {
  readonly table: string
  readonly name: string
  /** Not null is a matter of the column. `c` check, `f` foreign key, `p` primary key, `u` unique, `x` exclusion, `t` trigger. */
  readonly kind: string
  readonly definition: string
  readonly columns: readonly string[]
}

export interface CatalogueIndex {
  readonly table: string
  readonly name: string
  readonly isUnique: boolean
  readonly isValid: boolean
  readonly definition: string
  readonly columns: readonly string[]
}

export interface Catalogue {
  /** Kind and file of each table and view; a rewritten table has another file. */
  readonly tables: ReadonlyMap<string, { readonly kind: string; readonly file: number }>
  readonly columns: ReadonlyMap<string, CatalogueColumn>
  readonly constraints: ReadonlyMap<string, CatalogueConstraint>
  readonly indexes: ReadonlyMap<string, CatalogueIndex>
  readonly functions: ReadonlySet<string>
}

const ours = `n.nspname in ('public', 'market') and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')`

export async function readCatalogue(client: ClientBase): Promise<Catalogue> {
  const tables = await client.query<{ name: string; kind: string; file: number }>(`
    select format('%s.%s', n.nspname, c.relname) as name, c.relkind as kind, c.relfilenode::int8::float8 as file
    from pg_class c join pg_namespace n on n.oid = c.relnamespace where c.relkind in ('r', 'p', 'v', 'm') and ${ours}`)
  const columns = await client.query<CatalogueColumn>(`
    select format('%s.%s', n.nspname, c.relname) as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type,
      a.attnotnull as "isRequired", (a.atthasdef or a.attidentity <> '') as "hasValue", a.attgenerated <> '' as "isGenerated"
    from pg_attribute a join pg_class c on c.oid = a.attrelid join pg_namespace n on n.oid = c.relnamespace
    where a.attnum > 0 and not a.attisdropped and c.relkind in ('r', 'p', 'v', 'm') and ${ours}`)
  const constraints = await client.query<CatalogueConstraint>(`
    select format('%s.%s', n.nspname, c.relname) as table, k.conname as name, k.contype as kind,
      pg_get_constraintdef(k.oid) as definition, coalesce((select array_agg(a.attname::text) from pg_attribute a
        where a.attrelid = k.conrelid and a.attnum = any (k.conkey)), '{}') as columns
    from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
    where k.contype <> 'n' and ${ours}`)
  const indexes = await client.query<CatalogueIndex>(`
    select format('%s.%s', n.nspname, c.relname) as table, i.relname as name, x.indisunique as "isUnique",
      x.indisvalid as "isValid", pg_get_indexdef(x.indexrelid) as definition, coalesce((select array_agg(a.attname::text)
        from pg_attribute a where a.attrelid = c.oid and a.attnum = any (x.indkey)), '{}') as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
      join pg_namespace n on n.oid = c.relnamespace where ${ours}`)
  const functions = await client.query<{ name: string }>(`
    select format('%s.%s(%s)', n.nspname, c.proname, pg_get_function_identity_arguments(c.oid)) as name
    from pg_proc c join pg_namespace n on n.oid = c.pronamespace where ${ours}`)
  const byName = <Row extends { readonly table: string; readonly name: string }>(rows: readonly Row[]) =>
    new Map(rows.map((row) => [`${row.table}.${row.name}`, row]))
  return {
    tables: new Map(tables.rows.map(({ name, kind, file }) => [name, { kind, file }])),
    columns: byName(columns.rows),
    constraints: byName(constraints.rows),
    indexes: byName(indexes.rows),
    functions: new Set(functions.rows.map(({ name }) => name)),
  }
}
