// The console's panel for replaying recorded prices: choose a day and a speed; play, pause, step, end.
import { html } from '../page/html.ts'
import type { Html, HtmlPart } from '../page/html.ts'
import { pageTime } from '../page/page-time.ts'
import { REPLAY_SPEEDS } from './control-replay.ts'
import type { ReplayClock } from './market-clock.ts'

const SPEED_WORDS: Readonly<Record<number, string>> = {
  1: 'as it was',
  60: 'a minute a second',
  600: 'ten minutes a second',
  3600: 'an hour a second',
  23_400: 'a session a second',
  86_400: 'a day a second',
}

const describeSpeed = (speed: number): string => SPEED_WORDS[speed] ?? `${speed} times`

function speedField(chosen: number): Html {
  const options = REPLAY_SPEEDS.map(
    (speed) =>
      html`<option value="${speed}" ${speed === chosen ? html`selected` : null}>${describeSpeed(speed)}</option>`,
  )
  return html`<div class="field"><label for="speed">Speed</label>
    <select id="speed" name="speed">${options}</select></div>`
}

/** Renders the panel; nothing unless the recorded market is the active one. */
export function replayPanel(clock: ReplayClock | null, token: Html): HtmlPart {
  if (clock === null || clock.source !== 'import') return null
  const start = html`<form class="row-form" method="post" action="/paper/replay-start">${token}
    <div class="field"><label for="replay-day">From the trading day</label>
      <input id="replay-day" name="day" type="date" required></div>
    ${clock.mode === 'replay' ? html`<input type="hidden" name="speed" value="${clock.speed}">` : speedField(600)}
    <button class="small">${clock.mode === 'replay' ? 'Start over from this day' : 'Start a replay'}</button></form>`
  if (clock.mode !== 'replay') {
    return html`<section class="panel flush"><h2>Replay</h2>
      <p class="inset dimmed">Plays the imported prices as if they happened now. It is paused before the opening until
      you start it; accounts opened meanwhile belong to it.</p>${start}</section>`
  }
  const step = (value: string, words: string): Html =>
    html`<button class="small" name="step" value="${value}">${words}</button>`
  const steps = [step('HOUR', 'One hour on'), step('OPEN', 'To the next opening'), step('CLOSE', 'To the next close')]
  const state = [clock.isStanding ? 'paused' : 'running', pageTime(clock.marketMs), describeSpeed(clock.speed)]
  const pause = html`<form class="row-form" method="post" action="/paper/replay-pause">${token}
    <button class="small">Pause</button></form>`
  return html`<section class="panel flush"><h2>Replay <span class="dimmed">${state.join(' · ')}</span></h2>
    <div class="row-forms">
      <form class="row-form" method="post" action="/paper/replay-play">${token}${speedField(clock.speed)}
        <button class="small">${clock.isStanding ? 'Run' : 'Run at this speed'}</button></form>
      ${clock.isStanding ? null : pause}
      <form class="row-form" method="post" action="/paper/replay-step">${token}${steps}</form></div>
    <div class="row-forms">${start}
      <form class="row-form" method="post" action="/paper/replay-end">${token}
        <button class="small">End the replay</button></form></div></section>`
}
