// The camera of the browser: its stream, lenses, zoom, torch, and the pictures that it takes.
// What it can't do it says; nothing is faked.

/** Which side of a picture is how long in the frame. */
export const FRAME = 16 / 9;

/** The part of a picture that stands in the frame: 16:9 in its middle, less by a digital zoom. */
export const framed = (width, height, digital) => {
  const wide = Math.min(width, height * FRAME) / digital;
  const high = wide / FRAME;
  return { x: Math.round((width - wide) / 2), y: Math.round((height - high) / 2), width: Math.round(wide), height: Math.round(high) };
};

/** Draws a picture, or a part of it, into a file whose longer side is at most `most` pixels. */
export const drawn = async (picture, part, type, most = Infinity) => {
  const scale = Math.min(1, most / Math.max(part.width, part.height));
  const [width, height] = [Math.round(part.width * scale), Math.round(part.height * scale)];
  const canvas = typeof OffscreenCanvas === "function" ? new OffscreenCanvas(width, height) : document.createElement("canvas");
  canvas.width = width;
  canvas.height = height;
  const context = canvas.getContext("2d");
  context.imageSmoothingQuality = "high";
  context.drawImage(picture, part.x, part.y, part.width, part.height, 0, 0, width, height);
  const blob = canvas.convertToBlob
    ? await canvas.convertToBlob({ type, quality: 0.93 })
    : await new Promise((resolve) => canvas.toBlob(resolve, type, 0.93));
  if (!blob) throw new Error("the picture can't be written");
  return blob;
};

export class Lens {
  /** @param {HTMLVideoElement} video where the picture is shown. */
  constructor(video) {
    this.video = video;
    this.stream = null;
    this.track = null;
    this.zoom = 1;
    this.facing = "environment";
    this.photographer = null;
  }

  /** Opens a camera. Throws what the browser throws, such as NotAllowedError. */
  async open(facing, device) {
    this.close();
    if (!navigator.mediaDevices?.getUserMedia) throw new DOMException("no camera here", "SecurityError");
    // 4:3 is the sensor's whole picture; of 16:9 a phone held upright would show less.
    const base = { width: { ideal: 1920 }, aspectRatio: { ideal: 4 / 3 }, frameRate: { ideal: 60 } };
    const wanted = device ? { ...base, deviceId: { exact: device } } : { ...base, facingMode: { ideal: facing } };
    try {
      this.stream = await navigator.mediaDevices.getUserMedia({ video: { ...wanted, zoom: true }, audio: false });
    } catch (error) {
      // Zoom is a permission of its own in some browsers: without it there is a camera still.
      if (error.name === "NotFoundError") throw error;
      this.stream = await navigator.mediaDevices.getUserMedia({ video: wanted, audio: false });
    }
    this.track = this.stream.getVideoTracks()[0];
    this.facing = this.settings.facingMode || facing;
    this.zoom = 1;
    this.photographer = typeof ImageCapture === "function" ? new ImageCapture(this.track) : null;
    this.video.srcObject = this.stream;
    await this.video.play();
    // Torch off at every start, whatever the camera remembers.
    if (this.has("torch")) await this.apply({ torch: false });
    if (this.has("zoom") && this.capabilities.zoom.min <= 1) await this.apply({ zoom: 1 });
  }

  close() {
    for (const track of this.stream?.getTracks() || []) track.stop();
    this.stream = this.track = this.photographer = null;
    this.video.srcObject = null;
  }

  get isOpen() {
    return this.track?.readyState === "live";
  }
  get isFront() {
    return this.facing === "user";
  }
  get settings() {
    return this.track?.getSettings?.() || {};
  }
  get capabilities() {
    return this.track?.getCapabilities?.() || {};
  }

  /** Whether the camera can be asked for something. */
  has(name) {
    const value = this.capabilities[name];
    if (Array.isArray(value)) return value.length > 1 || value.includes("manual");
    if (value && typeof value === "object") return value.max !== undefined && value.max > value.min;
    return value === true;
  }

  /** Asks the camera for something. Returns what it says that it does now. */
  async apply(values) {
    // Plain constraints that a camera doesn't know are taken without a word; advanced ones aren't.
    await this.track.applyConstraints({ advanced: [values] });
    return this.settings;
  }

  /** Cameras by their names, which browsers tell once one was opened. */
  static async all() {
    const devices = (await navigator.mediaDevices?.enumerateDevices?.()) || [];
    return devices.filter((device) => device.kind === "videoinput" && device.deviceId);
  }

  /** How far the camera itself can go; 1 to 1 where it can't. */
  get reach() {
    const zoom = this.capabilities.zoom;
    // Some cameras count in hundredths.
    const unit = zoom && zoom.min >= 50 ? zoom.min : 1;
    return zoom && zoom.max > zoom.min ? { min: zoom.min / unit, max: zoom.max / unit, unit } : { min: 1, max: 1, unit: 1 };
  }

  /** How far a zoom may go, by the camera or by a smaller part of its picture. */
  get farthest() {
    return Math.max(10, this.reach.max);
  }

  /** How much of the zoom is only a smaller part of the picture. */
  get digital() {
    return Math.max(1, this.zoom / this.native);
  }
  get native() {
    const { unit, min, max } = this.reach;
    const value = this.settings.zoom;
    return max > min && value ? value / unit : 1;
  }

  /** Zooms as far as the camera can, and the rest by a smaller part of its picture. */
  async zoomTo(factor) {
    const { min, max, unit } = this.reach;
    this.zoom = Math.min(this.farthest, Math.max(min, factor));
    if (max > min) {
      try {
        await this.apply({ zoom: Math.min(max, Math.max(min, this.zoom)) * unit });
      } catch {
        // Then all of it is digital.
      }
    }
    return this.zoom;
  }

  /**
   * Takes a picture.
   *
   * Returns the sensor's whole picture as a file, the part of it that stands in the frame comes
   * later: `whole`, `digital`, and `way`, which is "sensor" or "frame" of the film.
   */
  async take(type) {
    const digital = this.digital;
    if (this.photographer) {
      try {
        const whole = await Promise.race([
          this.photographer.takePhoto(),
          new Promise((_, reject) => setTimeout(() => reject(new Error("too late")), 4000)),
        ]);
        if (whole?.size) return { whole, digital, way: "sensor" };
      } catch {
        // Then a frame of the film, as in browsers without takePhoto; the camera is asked again
        // next time.
      }
    }
    const { videoWidth: width, videoHeight: height } = this.video;
    if (!width) throw new Error("the camera shows nothing");
    return { whole: await drawn(this.video, { x: 0, y: 0, width, height }, type), digital, way: "frame" };
  }
}
