// A worker that analyses the video and writes pictures, to keep the page's thread free. It does the
// histogram, focus peaking, the frames of a burst, and the average of several frames at night.

/** The distance between sampled pixels. */
const STEP = 6;
/** The least difference between a sharp pixel and its neighbours. */
const SHARP = 40;
let buffer = null;
/** Contexts of the page's canvases that this worker draws; each is requested once. */
const shown = {};
const HISTOGRAM = { width: 256, height: 64 };

/** Red, green and blue over each other; overlaps are brighter. */
const drawHistogram = (bins) => {
  const { width, height } = HISTOGRAM;
  const image = new ImageData(width, height);
  // A peak at one brightness would flatten all others.
  const most = Math.max(1, Uint32Array.from(bins).sort().at(-9));
  for (let channel = 0; channel < 3; channel++) {
    for (let bin = 0; bin < 256; bin++) {
      const high = Math.round(Math.min(1, bins[256 * channel + bin] / most) * height);
      for (let row = height - high; row < height; row++) {
        const at = 4 * (row * width + bin);
        for (let other = 0; other < 3; other++) image.data[at + other] = Math.max(image.data[at + other], other === channel ? 235 : 60);
        image.data[at + 3] = 255;
      }
    }
  }
  shown.histogram.putImageData(image, 0, 0);
};

/** Brightness and colours of every sixth pixel, for any format of the frame. */
const samples = async (frame) => {
  const { format, codedWidth: width, codedHeight: height } = frame;
  const columns = Math.floor(width / STEP);
  const rows = Math.floor(height / STEP);
  const bins = new Uint32Array(768);
  const light = new Uint8Array(columns * rows);
  const isPlanar = format === "I420" || format === "NV12";
  const count = (index, red, green, blue, y) => {
    light[index] = y;
    bins[red < 0 ? 0 : red > 255 ? 255 : red | 0]++;
    bins[256 + (green < 0 ? 0 : green > 255 ? 255 : green | 0)]++;
    bins[512 + (blue < 0 ? 0 : blue > 255 ? 255 : blue | 0)]++;
  };
  if (isPlanar) {
    const size = frame.allocationSize();
    if (!buffer || buffer.length < size) buffer = new Uint8Array(size);
    const [luma, first, second] = await frame.copyTo(buffer);
    for (let row = 0, index = 0; row < rows; row++) {
      const line = luma.offset + row * STEP * luma.stride;
      const colours = first.offset + ((row * STEP) >> 1) * first.stride;
      const others = second ? second.offset + ((row * STEP) >> 1) * second.stride : 0;
      for (let column = 0; column < columns; column++, index++) {
        const y = buffer[line + column * STEP];
        const x = (column * STEP) >> 1;
        const u = (format === "NV12" ? buffer[colours + 2 * x] : buffer[colours + x]) - 128;
        const v = (format === "NV12" ? buffer[colours + 2 * x + 1] : buffer[others + x]) - 128;
        count(index, y + 1.402 * v, y - 0.344 * u - 0.714 * v, y + 1.772 * u, y);
      }
    }
  } else {
    const canvas = new OffscreenCanvas(columns, rows);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    context.imageSmoothingEnabled = false;
    context.drawImage(frame, 0, 0, columns, rows);
    const { data } = context.getImageData(0, 0, columns, rows);
    for (let index = 0; index < columns * rows; index++) {
      const [red, green, blue] = [data[4 * index], data[4 * index + 1], data[4 * index + 2]];
      count(index, red, green, blue, 0.299 * red + 0.587 * green + 0.114 * blue);
    }
  }
  return { bins, light, columns, rows };
};

/** Marks sharp pixels: those that differ from their four neighbours (a Laplacian). */
const peaks = ({ light, columns, rows }) => {
  const marks = new ImageData(columns, rows);
  const pixels = new Uint32Array(marks.data.buffer);
  for (let row = 1; row < rows - 1; row++) {
    for (let index = row * columns + 1, end = (row + 1) * columns - 1; index < end; index++) {
      const edge = 4 * light[index] - light[index - 1] - light[index + 1] - light[index - columns] - light[index + columns];
      // Amber, in the order of the bytes in memory: alpha, blue, green, red.
      if (edge > SHARP || edge < -SHARP) pixels[index] = 0xff4ba5e5;
    }
  }
  return marks;
};

const written = async (picture, type) => {
  const canvas = new OffscreenCanvas(picture.width, picture.height);
  canvas.getContext("2d").drawImage(picture, 0, 0);
  return canvas.convertToBlob({ type, quality: 0.9 });
};

/** Brightness on a coarse grid, to align by. */
const coarse = (data, width, height, step) => {
  const [columns, rows] = [Math.floor(width / step), Math.floor(height / step)];
  const light = new Float32Array(columns * rows);
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      const at = 4 * (row * step * width + column * step);
      light[row * columns + column] = data[at] + 2 * data[at + 1] + data[at + 2];
    }
  }
  return { light, columns, rows };
};

/** The shift between two pictures, in steps of the grid: the least difference wins. */
const shift = (one, other, reach) => {
  let best = { x: 0, y: 0, sum: Infinity };
  for (let y = -reach; y <= reach; y++) {
    for (let x = -reach; x <= reach; x++) {
      let sum = 0;
      for (let row = reach; row < one.rows - reach; row += 2) {
        for (let column = reach; column < one.columns - reach; column += 2) {
          sum += Math.abs(one.light[row * one.columns + column] - other.light[(row + y) * one.columns + column + x]);
        }
      }
      // Of equal ones, the smaller shift wins.
      if (sum < best.sum || (sum === best.sum && Math.hypot(x, y) < Math.hypot(best.x, best.y))) best = { x, y, sum };
    }
  }
  return best;
};

/**
 * The average of frames after aligning each with the first. It divides the noise of n frames by the
 * root of n. Shifts are found to two pixels; rotations aren't.
 */
export const averaged = (frames, width, height) => {
  const STEP = 8;
  const first = coarse(frames[0], width, height, STEP);
  const sums = new Uint16Array(width * height * 3);
  const counts = new Uint8Array(width * height);
  const shifts = [];
  frames.forEach((data, number) => {
    let move = { x: 0, y: 0 };
    if (number > 0) {
      const rough = shift(first, coarse(data, width, height, STEP), 6);
      move = { x: rough.x * STEP, y: rough.y * STEP };
      move = finer(frames[0], data, width, height, move);
    }
    shifts.push(move);
    for (let y = 0; y < height; y++) {
      const from = y + move.y;
      if (from < 0 || from >= height) continue;
      for (let x = Math.max(0, -move.x), end = Math.min(width, width - move.x); x < end; x++) {
        const at = 4 * (from * width + x + move.x);
        const to = y * width + x;
        sums[3 * to] += data[at];
        sums[3 * to + 1] += data[at + 1];
        sums[3 * to + 2] += data[at + 2];
        counts[to]++;
      }
    }
  });
  const result = new Uint8ClampedArray(width * height * 4);
  for (let index = 0; index < width * height; index++) {
    for (let channel = 0; channel < 3; channel++) result[4 * index + channel] = sums[3 * index + channel] / counts[index];
    result[4 * index + 3] = 255;
  }
  return { result, shifts };
};

/** Refines a rough shift, pixel by pixel, on a part of the pixels. */
const finer = (one, other, width, height, rough) => {
  let best = { ...rough, sum: Infinity };
  const margin = 64;
  for (let dy = -8; dy <= 8; dy += 2) {
    for (let dx = -8; dx <= 8; dx += 2) {
      const [mx, my] = [rough.x + dx, rough.y + dy];
      let sum = 0;
      for (let y = margin; y < height - margin; y += 7) {
        for (let x = margin; x < width - margin; x += 7) {
          sum += Math.abs(one[4 * (y * width + x) + 1] - other[4 * ((y + my) * width + x + mx) + 1]);
        }
      }
      if (sum < best.sum) best = { x: mx, y: my, sum };
    }
  }
  return { x: best.x, y: best.y };
};

const work = {
  async look({ frame, wantsPeaks }) {
    const found = await samples(frame);
    frame.close();
    drawHistogram(found.bins);
    if (wantsPeaks) {
      const marks = peaks(found);
      const { canvas } = shown.peaks;
      [canvas.width, canvas.height] = [marks.width, marks.height];
      shown.peaks.putImageData(marks, 0, 0);
    }
    return [{}, []];
  },
  async canvases(canvases) {
    for (const name of ["histogram", "peaks"]) shown[name] = canvases[name].getContext("2d");
    return [{}, []];
  },
  async clear() {
    shown.peaks.clearRect(0, 0, shown.peaks.canvas.width, shown.peaks.canvas.height);
    return [{}, []];
  },
  // With a copy, the camera gets its frame back at once.
  async write({ frame, type }) {
    const copy = await createImageBitmap(frame);
    frame.close();
    const blob = await written(copy, type);
    copy.close();
    return [{ blob }, []];
  },
  async average({ frames, type }) {
    const { width, height } = frames[0];
    const canvas = new OffscreenCanvas(width, height);
    const context = canvas.getContext("2d", { willReadFrequently: true });
    const datas = frames.map((frame) => {
      context.drawImage(frame, 0, 0);
      frame.close();
      return context.getImageData(0, 0, width, height).data;
    });
    const { result, shifts } = averaged(datas, width, height);
    context.putImageData(new ImageData(result, width, height), 0, 0);
    return [{ blob: await canvas.convertToBlob({ type, quality: 0.93 }), shifts }, []];
  },
};

globalThis.onmessage = async ({ data }) => {
  try {
    const [answer, transfer] = await work[data.work](data);
    postMessage({ id: data.id, ...answer }, transfer);
  } catch (error) {
    postMessage({ id: data.id, error: String(error) });
  }
};
