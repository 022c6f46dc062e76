// Thrown to callers that wait for a file when the server stops. It has its own module because books and reports both
// handle it, and neither depends on the renderer.

/** The server is stopping. The file can be rendered again after the next start. */
export class RendererStopped extends Error {
  constructor() {
    super('The server stops.')
    this.name = 'RendererStopped'
  }
}
