/** How the mock is exposed to calls over a socket. */
export interface Exposure {
  /** Whether only this machine reaches the address. Only names of this machine, and that of `publicUrl`, are served then. */
  readonly loopback: boolean;
  /** Token that every call of the portal must carry. */
  readonly portalToken?: string;
}

/** Bindings that a call over a socket carries; a call in process has none. */
export interface SocketEnv {
  readonly Bindings: { readonly exposure?: Exposure };
}
