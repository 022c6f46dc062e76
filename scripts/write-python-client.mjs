// Writes a Python module that makes every call of openapi.json, typed and with Python's standard library only. See
// docs/decisions/0115-clients-are-generated.md.
//
//   node scripts/write-python-client.mjs clubfolio.py [openapi.json]
import { readFileSync, writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

/** @typedef {Record<string, any>} Schema */

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Returns the text of the module for an OpenAPI document.
 * @param {Schema} document
 * @returns {string}
 */
export function pythonClientOf(document) {
  const types = new Types(document)
  const operations = operationsOf(document)
  const groups = [...new Set(operations.map(({ group }) => group))]
  const classes = groups.map((group) => groupClass(group, operations, types))
  for (const name of Object.keys(document.components.schemas)) if (isTypeName(name)) types.declare(name)
  return [
    prelude(),
    ...types.texts,
    '',
    transport,
    ...classes,
    'class Client:',
    '    """Calls a Clubfolio with an API token: Client("https://club.example", token).order.put_order(...)"""',
    '',
    '    def __init__(self, base_url: str, token: str, timeout: float = 60.0) -> None:',
    '        transport = _Transport(base_url, token, timeout)',
    ...groups.map((group) => `        self.${snake(group)} = ${pascal(group)}Calls(transport)`),
    '',
  ].join('\n')
}

/**
 * The types of the document as Python declarations. A named schema becomes a type of its name; what repeats under the
 * name of a property is written where it is used.
 */
class Types {
  /** @param {Schema} document */
  constructor(document) {
    this.document = document
    /** @type {string[]} */
    this.texts = []
    /** @type {Set<string>} */
    this.names = new Set(Object.keys(document.components.schemas).filter(isTypeName))
  }

  /** @param {string} name */
  declare(name) {
    const schema = this.document.components.schemas[name]
    if (schema.properties) this.declareObject(name, schema)
    else this.texts.push(`${name} = ${quoted(this.of({ ...schema, description: undefined }, name))}\n`)
  }

  /**
   * @param {string} name
   * @param {Schema} schema
   */
  declareObject(name, { properties, required = [] }) {
    const fields = Object.entries(properties).map(([field, property]) => {
      const type = this.of(property, `${name}${pascal(field)}`)
      const words = this.resolved(property).description
      const comment = words === undefined ? '' : `  # ${words}`
      return `    ${quoted(field)}: ${quoted(required.includes(field) ? type : `NotRequired[${type}]`)},${comment}`
    })
    this.texts.push(`${name} = TypedDict(${quoted(name)}, {\n${fields.join('\n')}\n})\n`)
  }

  /**
   * Returns the type in Python, and declares the objects in it under a name made of where they are.
   * @param {Schema} schema
   * @param {string} place
   * @returns {string}
   */
  of(schema, place) {
    const { $ref, const: only, enum: choices, type, anyOf, oneOf, items, properties, additionalProperties } = schema
    if ($ref) {
      const name = $ref.split('/').at(-1)
      return isTypeName(name) ? name : this.of(this.document.components.schemas[name], place)
    }
    if (only !== undefined) return literal([only])
    if (choices) return literal(choices)
    const forms = anyOf ?? oneOf
    if (forms)
      return union(
        forms.map((/** @type {Schema} */ form, /** @type {number} */ index) => this.of(form, `${place}${index + 1}`)),
      )
    const kinds = [type].flat()
    return union(
      kinds.map((kind) => {
        if (kind === 'array') return `List[${items ? this.of(items, `${place}Item`) : 'Any'}]`
        if (kind !== 'object') return plainTypes[kind] ?? 'Any'
        if (!properties)
          return `Dict[str, ${additionalProperties ? this.of(additionalProperties, `${place}Value`) : 'Any'}]`
        const name = this.free(place)
        this.declareObject(name, schema)
        return name
      }),
    )
  }

  /**
   * @param {string} place
   * @returns {string}
   */
  free(place) {
    let name = place
    for (let count = 2; this.names.has(name); count++) name = `${place}${count}`
    this.names.add(name)
    return name
  }

  /**
   * @param {Schema} schema
   * @returns {Schema}
   */
  resolved({ $ref, ...own }) {
    if (!$ref) return own
    return { ...this.resolved(partOf(this.document, $ref)), ...own }
  }
}

/** @type {Record<string, string>} */
const plainTypes = { string: 'str', integer: 'int', number: 'Number', boolean: 'bool', null: 'None' }

/** @param {readonly string[]} types */
const union = (types) => {
  const each = [...new Set(types)]
  return each.length === 1 ? (each[0] ?? 'Any') : `Union[${each.join(', ')}]`
}

/** @param {readonly unknown[]} values */
const literal = (values) => `Literal[${values.map(literalOf).join(', ')}]`

/**
 * @param {unknown} value
 * @returns {string}
 */
function literalOf(value) {
  if (value === null) return 'None'
  if (typeof value === 'boolean') return value ? 'True' : 'False'
  return JSON.stringify(value)
}

/** @param {Schema} document */
function operationsOf(document) {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const [group = '', name = ''] = operation.operationId.split('.')
      return { path, method: method.toUpperCase(), operation, group, name }
    }),
  )
}

/**
 * @param {string} group
 * @param {ReturnType<typeof operationsOf>} operations
 * @param {Types} types
 * @returns {string}
 */
function groupClass(group, operations, types) {
  const words = types.document.tags?.find((/** @type {Schema} */ tag) => tag.name === group)?.description ?? group
  const methods = operations.filter((one) => one.group === group).map((one) => methodOf(one, types))
  return [
    `class ${pascal(group)}Calls:`,
    `    """${escapeDoc(words)}"""`,
    '',
    '    def __init__(self, transport: _Transport) -> None:',
    '        self._transport = transport',
    '',
    ...methods,
    '',
  ].join('\n')
}

/**
 * @param {ReturnType<typeof operationsOf>[number]} operation
 * @param {Types} types
 * @returns {string}
 */
function methodOf({ path, method, operation, group, name }, types) {
  const place = `${pascal(group)}${pascal(name)}`
  const parameters = (operation.parameters ?? []).map((/** @type {Schema} */ one) => types.resolved(one))
  const inPath = parameters.filter((/** @type {Schema} */ one) => one.in === 'path')
  const inQuery = parameters.filter((/** @type {Schema} */ one) => one.in === 'query')
  const isEffect = parameters.some((/** @type {Schema} */ one) => one.name === 'Idempotency-Key')
  const body = operation.requestBody && types.resolved(operation.requestBody)
  const bodySchema = body?.content['application/json']?.schema
  const answer = types.resolved(operation.responses['200'])
  const answerSchema = answer.content?.['application/json']?.schema
  const returns = answerSchema ? types.of(answerSchema, `${place}Answer`) : 'bytes'
  const keywords = [
    ...inQuery.map((/** @type {Schema} */ one) =>
      one.required
        ? `${argument(one.name)}: ${types.of(one.schema, place)}`
        : `${argument(one.name)}: Optional[${types.of(one.schema, place)}] = None`,
    ),
    ...(isEffect ? ['idempotency_key: Optional[str] = None'] : []),
  ]
  const given = [
    'self',
    ...inPath.map((/** @type {Schema} */ one) => `${argument(one.name)}: ${types.of(one.schema, place)}`),
    ...(body ? [`body: ${bodySchema ? types.of(bodySchema, `${place}Body`) : 'bytes'}`] : []),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
  ]
  const refusals = operation['x-refusals'] ?? []
  const address = path.replaceAll(/\{(\w+)\}/g, (_whole, /** @type {string} */ one) => `{_part(${argument(one)})}`)
  const query = inQuery.map((/** @type {Schema} */ one) => `${quoted(one.name)}: ${argument(one.name)}`)
  return [
    `    def ${argument(name)}(${given.join(', ')}) -> ${returns}:`,
    `        """${escapeDoc(operation.summary)}`,
    '',
    `        ${escapeDoc(operation.description ?? '')}`,
    ...parameters
      .filter((/** @type {Schema} */ one) => one.in !== 'header' && one.description)
      .map((/** @type {Schema} */ one) => `        ${argument(one.name)}: ${escapeDoc(one.description)}`),
    ...(isEffect
      ? ['        idempotency_key: Names the effect, to repeat a call whose answer was lost; made when absent.']
      : []),
    ...(refusals.length > 0 ? [`        Raises Refused with: ${refusals.join(', ')}.`] : []),
    '        """',
    `        return self._transport.call(${quoted(method)}, ${address === path ? '' : 'f'}${quoted(address)}` +
      `${query.length > 0 ? `, query={${query.join(', ')}}` : ''}${body ? ', body=body' : ''}` +
      `${isEffect ? ', key=idempotency_key or str(uuid.uuid4())' : ''})`,
    '',
  ].join('\n')
}

/**
 * @param {Schema} document
 * @param {string} reference
 * @returns {Schema}
 */
const partOf = (document, reference) =>
  reference
    .slice('#/'.length)
    .split('/')
    .reduce((node, step) => node[step], document)

/** Names of the module itself. A schema of such a name is written where it is used. */
const ownNames = new Set(
  'Any Client ClubfolioError Decimal Dict List Literal Number Optional Refused TypedDict Unanswered Union'.split(' '),
)

/** @param {string} name */
const isTypeName = (name) => /^[A-Z]/.test(name) && !ownNames.has(name)
/** @param {string} text */
const quoted = (text) => JSON.stringify(text)
/** @param {string} text */
const escapeDoc = (text) => text.replaceAll('\\', '\\\\').replaceAll('"""', "'''")
/** @param {string} name */
const pascal = (name) => name.replaceAll(/(?:^|[^A-Za-z0-9]+)([A-Za-z0-9])/g, (_whole, first) => first.toUpperCase())
/** @param {string} name */
const snake = (name) =>
  name
    .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replaceAll(/([A-Z])([A-Z][a-z])/g, '$1_$2')
    .toLowerCase()

const keywords =
  'False None True and as assert async await break class continue def del elif else except finally for from global ' +
  'if import in is lambda nonlocal not or pass raise return try while with yield'
const reserved = new Set([...keywords.split(' '), 'self', 'body'])
/**
 * Returns the name as Python writes it: `accountId` is `account_id`, `from` is `from_`.
 * @param {string} name
 */
const argument = (name) => (reserved.has(snake(name)) ? `${snake(name)}_` : snake(name))

const prelude =
  () => `"""Calls every part of a Clubfolio with an API token. Written from openapi.json: change nothing here.

Numbers with a fraction are decimal.Decimal in answers; send Decimal, int or float. Days and times are ISO 8601 text.
"""

from __future__ import annotations

import json
import socket
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from decimal import Decimal
from typing import TYPE_CHECKING, Any, Dict, List, Literal, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing import NotRequired

Number = Union[int, float, Decimal]
`

const transport = `class ClubfolioError(Exception):
    """A call that failed."""


class Unanswered(ClubfolioError):
    """No answer arrived. Whether a change happened is not known: repeat it with the same idempotency_key."""

    def __init__(self, message: str, idempotency_key: Optional[str]) -> None:
        super().__init__(message)
        self.idempotency_key = idempotency_key


class Refused(ClubfolioError):
    """The server refused the call, or failed: then refusal is None and request_id is the one to quote."""

    def __init__(self, status: int, body: Dict[str, Any], retry_after: Optional[int]) -> None:
        error = body.get("error", "The server answered %d." % status)
        self.fields = error if isinstance(error, list) else []
        self.message = "; ".join(str(one.get("message")) for one in self.fields) if self.fields else str(error)
        self.status = status
        self.refusal = body.get("refusal")
        self.request_id = body.get("requestId")
        self.retry_after = retry_after
        super().__init__("%d %s: %s" % (status, self.refusal or "fault", self.message))


def _part(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "null" if value is None else urllib.parse.quote(str(value), safe="")


def _number(value: Any) -> Any:
    if isinstance(value, Decimal):
        near = float(value)
        return near if Decimal(repr(near)) == value else str(value)
    raise TypeError("%r cannot be sent." % (value,))


_ATTEMPTS = 3
_LONGEST_WAIT = 60


class _Transport:
    def __init__(self, base_url: str, token: str, timeout: float) -> None:
        self._base_url = base_url.rstrip("/")
        self._token = token
        self._timeout = timeout

    def call(self, method: str, path: str, query: Optional[Dict[str, Any]] = None, body: Any = None,
             key: Optional[str] = None) -> Any:
        """Repeats what is safe to repeat: a GET, and a change under its key."""
        given = {name: _part(value) for name, value in (query or {}).items() if value is not None}
        text = "&".join(name + "=" + value for name, value in given.items())
        address = self._base_url + path + ("?" + text if text else "")
        headers = {"Authorization": "Bearer " + self._token, "Accept": "application/json, */*"}
        data: Optional[bytes] = None
        if isinstance(body, bytes):
            data, headers["Content-Type"] = body, "application/octet-stream"
        elif method == "POST":
            data = json.dumps({} if body is None else body, default=_number).encode()
            headers["Content-Type"] = "application/json"
        if key is not None:
            headers["Idempotency-Key"] = key
        is_safe = method == "GET" or key is not None
        for attempt in range(_ATTEMPTS):
            is_last = not is_safe or attempt == _ATTEMPTS - 1
            request = urllib.request.Request(address, data, headers, method=method)
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as answer:
                    content = answer.read()
                    if "json" not in answer.headers.get("Content-Type", ""):
                        return content
                    return json.loads(content, parse_float=Decimal)
            except urllib.error.HTTPError as error:
                refused = _refusal_of(error)
                wait = refused.retry_after
                waits = refused.refusal == "requestInFlight" or (refused.status in (429, 503) and wait is not None)
                if is_last or not waits or (wait or 0) > _LONGEST_WAIT:
                    raise refused from None
                time.sleep(wait or 1)
            except (urllib.error.URLError, socket.timeout, ConnectionError) as error:
                if is_last:
                    raise Unanswered(str(error), key) from error
                time.sleep(attempt + 1)
        raise AssertionError("unreachable")


def _refusal_of(error: urllib.error.HTTPError) -> Refused:
    try:
        body = json.loads(error.read())
    except ValueError:
        body = {}
    wait = error.headers.get("Retry-After")
    return Refused(error.code, body if isinstance(body, dict) else {}, int(wait) if wait and wait.isdigit() else None)


`

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [target = 'clubfolio.py', source = resolve(root, 'openapi.json')] = process.argv.slice(2)
  const path = resolve(target)
  writeFileSync(path, pythonClientOf(JSON.parse(readFileSync(source, 'utf8'))))
  console.log(`Wrote ${path}`)
}
