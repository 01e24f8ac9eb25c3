// The phone's place and direction: from the position, the sensors' rotation matrix, and values
// entered by hand. Unknown values are undefined.

const DEGREES = 180 / Math.PI;
/** An angle in 0..<360. */
export const turn = (degrees) => ((degrees % 360) + 360) % 360;
/** The shorter way from one direction to another, -180..<180. */
export const between = (from, to) => turn(to - from + 180) - 180;

/** The columns of the matrix that turns the device's axes to east, north, up (W3C, Z-X'-Y''). */
export const matrixOfAngles = (alpha, beta, gamma) => {
  const [a, b, c] = [alpha / DEGREES, beta / DEGREES, gamma / DEGREES];
  const [sa, ca, sb, cb, sc, cc] = [Math.sin(a), Math.cos(a), Math.sin(b), Math.cos(b), Math.sin(c), Math.cos(c)];
  return [
    [ca * cc - sa * sb * sc, -sa * cb, ca * sc + sa * sb * cc],
    [sa * cc + ca * sb * sc, ca * cb, sa * sc - ca * sb * cc],
    [-cb * sc, sb, cb * cc],
  ];
};

export const matrixOfQuaternion = ([x, y, z, w]) => [
  [1 - 2 * (y * y + z * z), 2 * (x * y - w * z), 2 * (x * z + w * y)],
  [2 * (x * y + w * z), 1 - 2 * (x * x + z * z), 2 * (y * z - w * x)],
  [2 * (x * z - w * y), 2 * (y * z + w * x), 1 - 2 * (x * x + y * y)],
];

/**
 * A camera's direction: the heading clockwise from the matrix's north, and the pitch above the
 * horizon, in degrees. The camera at the back looks along -Z of the device, the one at the front
 * along +Z. If it looks nearly straight up or down, the heading is unknown.
 */
export const look = (matrix, isFront) => {
  const sign = isFront ? 1 : -1;
  const [east, north, up] = matrix.map((row) => sign * row[2]);
  const level = Math.hypot(east, north);
  return {
    heading: level > 0.17 ? turn(Math.atan2(east, north) * DEGREES) : undefined,
    pitch: Math.atan2(up, level) * DEGREES,
  };
};

/** The turn of an upright phone around its line of view, degrees; positive is to the left. */
export const rollOf = (matrix) => Math.atan2(matrix[2][0], matrix[2][1]) * DEGREES;

/**
 * The greatest difference between a phone's two compasses within some seconds that isn't reported.
 */
const DRIFT = 15;

export class Pose {
  constructor() {
    this.position = null;
    this.refusal = null;
    this.isFront = false;
    this.manual = {};
    this.heard = null;
    this.apart = [];
    this.watch = null;
    this.changed = () => {};
    addEventListener("deviceorientationabsolute", (event) => this.hear(event, true));
    addEventListener("deviceorientation", (event) => this.hear(event, false));
    // A phone that was put down has another direction when it is picked up.
    document.addEventListener("visibilitychange", () => document.hidden && (this.heard = null));
    this.startSensor();
  }

  /** The absolute sensor if available; in other browsers, events have the same data. */
  startSensor() {
    if (typeof AbsoluteOrientationSensor !== "function") return;
    try {
      const sensor = new AbsoluteOrientationSensor({ frequency: 30, referenceFrame: "device" });
      sensor.addEventListener("reading", () => {
        if (sensor.quaternion) this.heardMatrix(matrixOfQuaternion(sensor.quaternion), "true");
      });
      sensor.addEventListener("error", () => (this.heard = null));
      sensor.start();
      this.sensor = sensor;
    } catch {
      // Not allowed or not available: the events remain.
    }
  }

  hear(event, isAbsolute) {
    if (event.alpha === null || event.beta === null || event.gamma === null) return;
    if (typeof event.webkitCompassHeading === "number") {
      // Safari: alpha has no fixed zero; the compass counts from magnetic north.
      const accuracy = event.webkitCompassAccuracy;
      this.isDrifting = !(accuracy >= 0 && accuracy <= 20);
      this.heardMatrix(
        matrixOfAngles(360 - event.webkitCompassHeading, event.beta, event.gamma), "magnetic", accuracy >= 0 ? accuracy : undefined);
    } else if (isAbsolute || event.absolute) {
      this.heardMatrix(matrixOfAngles(event.alpha, event.beta, event.gamma), "true");
    } else {
      this.hearRelative(look(matrixOfAngles(event.alpha, event.beta, event.gamma), this.isFront).heading);
      // Without a compass, the pitch is still known.
      if (!this.heard) {
        const matrix = matrixOfAngles(event.alpha, event.beta, event.gamma);
        this.tilt = look(matrix, this.isFront).pitch;
        this.roll = rollOf(matrix);
        this.changed();
      }
    }
  }

  /** The gyroscope's direction drifts slowly. If the compass departs from it fast, iron is near. */
  hearRelative(heading) {
    if (heading === undefined || this.heard?.heading === undefined || this.heard.reference !== "true") return;
    const now = performance.now();
    this.apart = this.apart.filter(([time]) => now - time < 8000);
    const gap = between(heading, this.heard.heading);
    const first = this.apart[0]?.[1] ?? gap;
    this.apart.push([now, gap]);
    const gaps = this.apart.map(([, value]) => between(first, value));
    this.isDrifting = Math.max(...gaps) - Math.min(...gaps) > DRIFT;
  }

  heardMatrix(matrix, reference, accuracy) {
    this.heard = { ...look(matrix, this.isFront), reference, accuracy };
    this.roll = rollOf(matrix);
    this.changed();
  }

  /** Asks for the sensors in a tap, as Safari requires. Resolves to true if they were allowed. */
  async askForSensors() {
    if (typeof DeviceOrientationEvent?.requestPermission !== "function") return true;
    try {
      return (await DeviceOrientationEvent.requestPermission()) !== "denied";
    } catch {
      return false;
    }
  }

  /** Starts to follow the place. */
  start() {
    if (this.watch !== null || !navigator.geolocation) return;
    this.refusal = null;
    this.watch = navigator.geolocation.watchPosition(
      ({ coords, timestamp }) => {
        this.refusal = null;
        this.position = { ...Pose.measured(coords), timestamp };
        this.changed();
      },
      (error) => {
        this.refusal = error.code;
        if (error.code === 1) this.stop(error.code);
        this.changed();
      },
      { enableHighAccuracy: true, maximumAge: 2000, timeout: 20000 },
    );
  }

  stop(refusal = null) {
    if (this.watch !== null) navigator.geolocation.clearWatch(this.watch);
    this.watch = this.position = null;
    this.refusal = refusal;
    this.changed();
  }

  get isOn() {
    return this.watch !== null;
  }

  static measured(coords) {
    const known = { latitude: coords.latitude, longitude: coords.longitude, horizontalAccuracy: coords.accuracy };
    if (typeof coords.altitude === "number") known.altitude = coords.altitude;
    return known;
  }

  /**
   * All known values. The place is included only while it is switched on; values entered by hand
   * override measured ones.
   */
  snapshot(isOn) {
    const now = {};
    if (isOn && this.position) {
      const { timestamp, ...place } = this.position;
      Object.assign(now, place);
      // Browsers measure from the ellipsoid (W3C), but Safari gives the height above the sea.
      if (now.altitude !== undefined) now.altitudeReference = this.heard?.reference === "magnetic" ? "seaLevel" : "ellipsoid";
    }
    if (this.heard) {
      now.pitch = this.heard.pitch;
      if (this.heard.heading !== undefined) {
        now.heading = this.heard.heading;
        now.headingReference = this.heard.reference;
        if (this.heard.accuracy !== undefined) now.headingAccuracy = this.heard.accuracy;
      }
    } else if (this.tilt !== undefined) {
      now.pitch = this.tilt;
    }
    const { latitude, longitude, horizontalAccuracy, altitude, altitudeReference, heading, pitch } = this.manual;
    if (isOn && latitude !== undefined) {
      delete now.horizontalAccuracy;
      Object.assign(now, { latitude, longitude }, horizontalAccuracy === undefined ? {} : { horizontalAccuracy });
    }
    if (isOn && altitude !== undefined) Object.assign(now, { altitude, altitudeReference });
    if (heading !== undefined) {
      delete now.headingAccuracy;
      Object.assign(now, { heading, headingReference: "true" });
    }
    if (pitch !== undefined) now.pitch = pitch;
    return now;
  }
}

/**
 * The zoom and the angle of view of the frame. `known` is the angle of the whole picture at 1×
 * along its longer side, entered by the user. An upright phone shows its shorter side in the frame.
 * Its angle is therefore smaller by the picture's shape, as with a zoom.
 */
export const viewOf = (zoom, width, height, known) => {
  const upright = height > width ? height / width : 1;
  const view = { zoom: zoom * upright };
  if (known) view.fieldOfView = 2 * Math.atan(Math.tan(known / 2 / DEGREES) / view.zoom) * DEGREES;
  return view;
};

/** The horizontal angle of a 4:3 picture of 26 mm (by its diagonal), if none is known. */
export const USUAL_VIEW = 2 * Math.atan((21.63 * 0.8) / 26) * DEGREES;
