/** A hash of 64 bits, as two signed 32-bit integers. */
export interface Hash {
  high: number;
  low: number;
}

/**
 * SipHash-2-4, a pseudo-random function of a secret key. A call into the library costs several times as much for so few bytes.
 * @param key Four 32-bit integers, little-endian.
 * @param message Likewise, filled up with zeros to more than its `bytes`: the last block holds their number.
 */
export function sipHash(key: Int32Array, message: Int32Array, bytes: number, result: Hash): void {
  const [k0l = 0, k0h = 0, k1l = 0, k1h = 0] = key;
  let v0l = k0l ^ 0x70736575;
  let v0h = k0h ^ 0x736f6d65;
  let v1l = k1l ^ 0x6e646f6d;
  let v1h = k1h ^ 0x646f7261;
  let v2l = k0l ^ 0x6e657261;
  let v2h = k0h ^ 0x6c796765;
  let v3l = k1l ^ 0x79746573;
  let v3h = k1h ^ 0x74656462;
  const last = bytes >> 3;
  // 2 rounds for each block, then 4.
  for (let block = 0; block <= last + 1; block += 1) {
    const isEnd = block > last;
    const ml = isEnd ? 0 : (message[block * 2] ?? 0);
    const mh = isEnd ? 0 : (message[block * 2 + 1] ?? 0) | (block === last ? bytes << 24 : 0);
    v3l ^= ml;
    v3h ^= mh;
    if (isEnd) v2l ^= 0xff;
    const rounds = isEnd ? 4 : 2;
    for (let round = 0; round < rounds; round += 1) {
      let sum = (v0l >>> 0) + (v1l >>> 0);
      v0h = (v0h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v0l = sum | 0;
      let turned = (v1l << 13) | (v1h >>> 19);
      v1h = ((v1h << 13) | (v1l >>> 19)) ^ v0h;
      v1l = turned ^ v0l;
      turned = v0l;
      v0l = v0h;
      v0h = turned;

      sum = (v2l >>> 0) + (v3l >>> 0);
      v2h = (v2h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v2l = sum | 0;
      turned = (v3l << 16) | (v3h >>> 16);
      v3h = ((v3h << 16) | (v3l >>> 16)) ^ v2h;
      v3l = turned ^ v2l;

      sum = (v0l >>> 0) + (v3l >>> 0);
      v0h = (v0h + v3h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v0l = sum | 0;
      turned = (v3l << 21) | (v3h >>> 11);
      v3h = ((v3h << 21) | (v3l >>> 11)) ^ v0h;
      v3l = turned ^ v0l;

      sum = (v2l >>> 0) + (v1l >>> 0);
      v2h = (v2h + v1h + (sum > 0xffffffff ? 1 : 0)) | 0;
      v2l = sum | 0;
      turned = (v1l << 17) | (v1h >>> 15);
      v1h = ((v1h << 17) | (v1l >>> 15)) ^ v2h;
      v1l = turned ^ v2l;
      turned = v2l;
      v2l = v2h;
      v2h = turned;
    }
    v0l ^= ml;
    v0h ^= mh;
  }
  result.low = v0l ^ v1l ^ v2l ^ v3l;
  result.high = v0h ^ v1h ^ v2h ^ v3h;
}
