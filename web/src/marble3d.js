// marble3d.js: a marble maze in space, drawn with three.js: walls of glass, only those edges at which walls meet or end, an
// opaque marble with its trail, a glowing target. It draws only when something has changed.
import {
  BoxGeometry, BufferGeometry, CanvasTexture, Color, CylinderGeometry, DirectionalLight, DoubleSide, Float32BufferAttribute, Fog,
  Group, HemisphereLight, InstancedMesh, Matrix4, Mesh, MeshBasicMaterial, MeshStandardMaterial, PerspectiveCamera, PlaneGeometry,
  Quaternion, Scene, ShaderMaterial, SphereGeometry, Sprite, SpriteMaterial, SRGBColorSpace, Vector3, WebGLRenderer,
} from "three";
import { TRAIL_MOST } from "./marble/recording.js";
import { trueEdges } from "./marble/walls.js";

const VIEW_ANGLE = 32; // degrees
const THIN = 0.05, THICK = 0.3; // opacity of a pane, seen straight and at a slant
const STEEPEST = 1.45; // of the camera, so that up stays up
const UP = new Vector3(0, 1, 0);
// Glass is drawn first and hides nothing. Then marble and trail are drawn in full colours; only edges cover them.
const OVER_GLASS = 1;

// Glass is nearly clear when seen straight, and less clear at a slant.
const GLASS = {
  vertexShader: `
    varying vec3 facing, eye;
    void main() {
      vec4 place = modelViewMatrix * vec4(position, 1.0);
      facing = normalMatrix * normal;
      eye = -place.xyz;
      gl_Position = projectionMatrix * place;
    }`,
  fragmentShader: `
    uniform vec3 colour;
    uniform float thin, thick;
    varying vec3 facing, eye;
    void main() {
      float slant = 1.0 - abs(dot(normalize(facing), normalize(eye)));
      gl_FragColor = vec4(colour, mix(thin, thick, slant * slant));
      #include <colorspace_fragment>
    }`,
};

function glass(thin, thick) {
  const uniforms = { colour: { value: new Color() }, thin: { value: thin }, thick: { value: thick } };
  return new ShaderMaterial({ ...GLASS, uniforms, transparent: true, depthWrite: false, side: DoubleSide });
}

// A disc that fades outwards between `from` and `to`, shares of its radius; with a hole it is a ring.
function roundTexture(stops) {
  const canvas = document.createElement("canvas"), pen = canvas.getContext("2d");
  canvas.width = canvas.height = 128;
  const fade = pen.createRadialGradient(64, 64, 0, 64, 64, 64);
  for (const [at, alpha] of stops) fade.addColorStop(at, `rgba(255,255,255,${alpha})`);
  pen.fillStyle = fade;
  pen.fillRect(0, 0, 128, 128);
  const texture = new CanvasTexture(canvas);
  texture.colorSpace = SRGBColorSpace;
  return texture;
}

const GLOW = [[0, 0.75], [0.35, 0.4], [0.7, 0.1], [1, 0]];
const RING = [[0, 0], [0.66, 0], [0.72, 1], [0.86, 1], [0.92, 0], [1, 0]];
const SHADE = [[0, 0.55], [0.5, 0.28], [1, 0]];

// The squares of the walls. A flat maze has no wall towards the viewer.
function paneGeometry({ d, walls }) {
  const points = [], normals = [];
  for (const [axis, ...corner] of walls) {
    if (d === 1 && axis === 2 && corner[2] === 1) continue;
    const [a, b] = axis === 0 ? [1, 2] : axis === 1 ? [0, 2] : [0, 1];
    for (const [i, j] of [[0, 0], [1, 0], [1, 1], [0, 0], [1, 1], [0, 1]]) {
      const p = [...corner];
      p[a] += i;
      p[b] += j;
      points.push(...p);
      normals.push(axis === 0 ? 1 : 0, axis === 1 ? 1 : 0, axis === 2 ? 1 : 0);
    }
  }
  const geometry = new BufferGeometry();
  geometry.setAttribute("position", new Float32BufferAttribute(points, 3));
  geometry.setAttribute("normal", new Float32BufferAttribute(normals, 3));
  return geometry;
}

// Edges are thin bars and not lines, so that near ones look thicker than far ones.
function bars(list, material) {
  const mesh = new InstancedMesh(new BoxGeometry(1, 1, 1), material, list.length);
  list.forEach(({ along, from, length, thick }, i) => {
    const size = [thick, thick, thick], middle = [...from];
    size[along] += length;
    middle[along] += length / 2;
    mesh.setMatrixAt(i, new Matrix4().makeScale(...size).setPosition(...middle));
  });
  mesh.frustumCulled = false;
  return mesh;
}

// In a flat maze the front of a wall is as thick as the wall.
function mazeBars(answer, material) {
  const front = (e) => answer.d === 1 && e.along !== 2 && e.from[2] === 1;
  return bars(trueEdges(answer).map((e) => ({ ...e, thick: front(e) ? answer.wall * 0.9 : 0.032 })), material);
}

function boxBars(corner, side, material) {
  const list = [0, 1, 2].flatMap((along) => [0, 1, 2, 3].map((i) => {
    const from = [...corner], [a, b] = [0, 1, 2].filter((k) => k !== along);
    from[a] += (i & 1) * side;
    from[b] += (i >> 1) * side;
    return { along, from, length: side, thick: 0.045 };
  }));
  return bars(list, material);
}

export class MarblePicture {
  // Throws if the browser has no WebGL. onlost(true): the picture is lost for now; onlost(false): it is back.
  constructor(canvas, onlost) {
    this.canvas = canvas;
    this.renderer = new WebGLRenderer({ canvas, antialias: true, alpha: true, powerPreference: "low-power" });
    this.camera = new PerspectiveCamera(VIEW_ANGLE, 1, 0.1, 500);
    this.scene = new Scene();
    this.scene.fog = new Fog(0, 1, 100);
    this.turning = new Group();
    this.inner = new Group(); // in the maze's own coordinates
    this.turning.add(this.inner);
    this.scene.add(this.turning);
    this.#light();
    this.#materials();
    this.#marble();
    this.wanted = 0;
    this.lost = (e) => { e.preventDefault(); onlost(true); };
    this.found = () => { onlost(false); this.draw(); };
    canvas.addEventListener("webglcontextlost", this.lost);
    canvas.addEventListener("webglcontextrestored", this.found);
    this.observer = new ResizeObserver(() => this.resize());
    this.observer.observe(canvas.parentElement);
    this.look = { around: 0, above: 0, near: 1 };
  }

  close() {
    cancelAnimationFrame(this.wanted);
    this.observer.disconnect();
    this.canvas.removeEventListener("webglcontextlost", this.lost);
    this.canvas.removeEventListener("webglcontextrestored", this.found);
    this.renderer.forceContextLoss(); // first, because objects made before an earlier loss cannot be freed
    this.#empty();
    const meshes = [this.ball, ...this.tail, this.ground];
    for (const thing of [...Object.values(this.ink), ...this.textures, ...meshes.map((m) => m.geometry)]) thing.dispose();
    this.renderer.dispose();
  }

  #light() {
    this.sky = new HemisphereLight(0xffffff, 0xffffff, 1.4);
    const sun = new DirectionalLight(0xffffff, 2.2);
    sun.position.set(-3, 6, 5);
    this.scene.add(this.sky, sun);
  }

  #materials() {
    this.textures = [GLOW, RING, SHADE].map(roundTexture);
    const [glow, ring, shade] = this.textures, clear = { transparent: true, depthWrite: false };
    this.ink = {
      glass: glass(THIN, THICK), edge: new MeshBasicMaterial(), target: glass(0.3, 0.55),
      frame: new MeshBasicMaterial({ fog: false }),
      marble: new MeshStandardMaterial({ roughness: 0.2, metalness: 0.05, fog: false, transparent: true }),
      trail: new MeshBasicMaterial({ fog: false, transparent: true }),
      glow: new SpriteMaterial({ map: glow, ...clear, fog: false }),
      start: new SpriteMaterial({ map: ring, ...clear, fog: false }),
      ground: new MeshBasicMaterial({ map: shade, ...clear, fog: false, opacity: 0.5 }),
    };
    this.ground = new Mesh(new PlaneGeometry(1, 1), this.ink.ground);
    this.ground.rotation.x = -Math.PI / 2;
    this.ground.renderOrder = -1;
    this.scene.add(this.ground);
  }

  #marble() {
    this.ball = new Mesh(new SphereGeometry(1, 48, 32), this.ink.marble);
    this.ball.renderOrder = OVER_GLASS;
    // pieces and joints
    this.tail = [new CylinderGeometry(1, 1, 1, 10, 1, true), new SphereGeometry(1, 10, 8)].map((geometry) => {
      const mesh = new InstancedMesh(geometry, this.ink.trail, TRAIL_MOST);
      mesh.frustumCulled = false;
      mesh.count = 0;
      mesh.renderOrder = OVER_GLASS;
      return mesh;
    });
    this.inner.add(this.ball, ...this.tail);
  }

  #empty() {
    for (const mesh of this.fixed ?? []) {
      mesh.removeFromParent();
      if (!mesh.isSprite) mesh.geometry.dispose(); // sprites share a geometry that belongs to three.js
      mesh.dispose?.();
    }
  }

  // answer: as of the question `walls`.
  setMaze(answer) {
    this.#empty();
    this.answer = answer;
    const sprite = (material, cell, size) => {
      const s = new Sprite(material);
      s.position.set(...cell.map((k) => k + 0.5));
      s.scale.setScalar(size);
      s.renderOrder = OVER_GLASS;
      return s;
    };
    const inset = answer.target.map((k) => k + 0.11), fill = new Mesh(new BoxGeometry(0.78, 0.78, 0.78), this.ink.target);
    fill.position.set(...answer.target.map((k) => k + 0.5));
    this.fixed = [
      new Mesh(paneGeometry(answer), this.ink.glass), mazeBars(answer, this.ink.edge), fill, boxBars(inset, 0.78, this.ink.frame),
      sprite(this.ink.glow, answer.target, 2.1), sprite(this.ink.start, answer.start, 0.8),
    ];
    this.inner.add(...this.fixed);
    this.inner.position.set(-answer.w / 2, -answer.h / 2, -answer.d / 2);
    // Walls are drawn thinner than they are, so the marble is drawn larger by half of that: they touch in the
    // picture when they touch.
    this.ball.scale.setScalar(answer.radius + answer.wall / 2);
    // Where there are more walls each is clearer, so that one sees equally far.
    const clear = Math.min(1, 5 / Math.max(answer.w, answer.h, answer.d));
    this.ink.glass.uniforms.thin.value = THIN * clear;
    this.ink.glass.uniforms.thick.value = THICK * clear;
    this.reach = Math.hypot(answer.w, answer.h, answer.d === 1 ? 0.5 : answer.d) / 2;
    this.ground.position.y = -this.reach * 1.06;
    this.ground.scale.setScalar(this.reach * 2.6);
    this.#trail([]);
    this.resetView();
  }

  // Takes the colours of the page as they are now; css(name) is the value of a custom property.
  setColours(css) {
    const colour = (name) => new Color(css(name));
    const parts = { edge: "--glass-edge", marble: "--marble", frame: "--good", glow: "--good", start: "--warm", ground: "--shade" };
    for (const [part, name] of Object.entries(parts)) this.ink[part].color.copy(colour(name));
    this.ink.glass.uniforms.colour.value.copy(colour("--glass"));
    this.ink.target.uniforms.colour.value.copy(colour("--good"));
    this.ink.marble.emissive.copy(colour("--marble")).multiplyScalar(0.12);
    this.scene.fog.color.copy(colour("--card"));
    this.sky.groundColor.copy(colour("--sunk"));
    this.tailColours = [colour("--card"), colour("--trail")];
    this.draw();
  }

  // at: the marble, in the maze; turn: the quaternion of the maze; trail: points, the latest one last.
  pose(at, turn, trail = []) {
    this.ball.position.set(...at);
    this.turning.quaternion.set(...turn);
    this.#trail(trail.slice(-TRAIL_MOST));
    this.draw();
  }

  // Older parts of the trail are thinner and paler, and the oldest vanish.
  #trail(points) {
    const from = new Vector3(), to = new Vector3(), way = new Vector3(), q = new Quaternion(), matrix = new Matrix4(),
      colour = new Color();
    const parts = Math.max(0, points.length - 1), [pieces, joints] = this.tail;
    for (let i = 0; i < parts; i++) {
      const age = (TRAIL_MOST - parts + i) / TRAIL_MOST, thick = 0.012 + 0.05 * age * age; // 1: now
      from.set(...points[i]);
      to.set(...points[i + 1]);
      way.subVectors(to, from);
      joints.setMatrixAt(i, matrix.makeScale(thick, thick, thick).setPosition(to));
      const long = way.length();
      matrix.compose(from.add(to).multiplyScalar(0.5), q.setFromUnitVectors(UP, way.normalize()), way.set(thick, long, thick));
      pieces.setMatrixAt(i, matrix);
      colour.lerpColors(...this.tailColours, 0.15 + 0.85 * age);
      for (const mesh of this.tail) mesh.setColorAt(i, colour);
    }
    for (const mesh of this.tail) {
      mesh.count = parts;
      mesh.instanceMatrix.needsUpdate = true;
      if (mesh.instanceColor) mesh.instanceColor.needsUpdate = true;
    }
  }

  // ---- the camera
  resetView() {
    this.look = this.answer?.d === 1 ? { around: 0.16, above: 0.2, near: 1 } : { around: 0.2, above: 0.3, near: 1 };
    this.resize();
  }

  orbit(around, above) {
    this.look.around += around;
    this.look.above = Math.max(-STEEPEST, Math.min(STEEPEST, this.look.above + above));
    this.draw();
  }

  zoom(factor) {
    this.look.near = Math.max(0.4, Math.min(5, this.look.near * factor));
    this.draw();
  }

  // The rotation of the camera: which directions are right, up and towards the viewer on the screen.
  get eye() {
    return this.camera.quaternion.toArray();
  }

  resize() {
    const { clientWidth: wide, clientHeight: high } = this.canvas.parentElement ?? {};
    if (!wide || !high) return;
    this.renderer.setPixelRatio(Math.min(2, window.devicePixelRatio || 1));
    this.renderer.setSize(wide, high, false);
    this.camera.aspect = wide / high;
    this.camera.updateProjectionMatrix();
    this.draw(true); // at once, because a canvas of a new size is empty
  }

  #aim() {
    const { around, above, near } = this.look, reach = this.reach * 1.08;
    const far = reach / Math.sin(VIEW_ANGLE * Math.PI / 360) / Math.min(1, this.camera.aspect) / near;
    this.camera.position.set(Math.sin(around) * Math.cos(above), Math.sin(above), Math.cos(around) * Math.cos(above))
      .multiplyScalar(far);
    this.camera.lookAt(0, 0, 0);
    this.camera.near = Math.max(0.05, far - reach * 2);
    this.camera.far = far + reach * 3;
    this.camera.updateProjectionMatrix();
    this.scene.fog.near = far - reach * 0.75;
    this.scene.fog.far = far + reach * 1.7;
  }

  // Draws in the next frame, once even if it is called several times; or at once.
  draw(now) {
    const paint = () => {
      this.wanted = 0;
      if (!this.answer) return;
      this.#aim();
      this.renderer.render(this.scene, this.camera);
    };
    if (now) paint();
    else this.wanted ||= requestAnimationFrame(paint);
  }
}
