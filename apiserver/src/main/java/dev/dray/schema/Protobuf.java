package dev.dray.schema;

import static java.nio.charset.StandardCharsets.ISO_8859_1;

import dev.dray.api.json.Json;
import java.nio.ByteBuffer;
import java.util.Arrays;

/**
 * The protobuf encoding of Kubernetes objects, which components written in Go use by default: four
 * magic bytes, then an envelope with the kind, then the object.
 *
 * <p>Fields that a table does not have are skipped, as every protobuf reader does.
 */
public final class Protobuf {
  public static final String MEDIA_TYPE = "application/vnd.kubernetes.protobuf";

  private static final byte[] MAGIC = "k8s\0".getBytes(ISO_8859_1);

  // The tags of the envelope, and of the type in it.
  private static final int TYPE_META = 1;
  private static final int RAW = 2;
  private static final int API_VERSION = 1;
  private static final int KIND = 2;

  private final Schemas schemas;
  private final ProtobufEncoder encoder;
  private final ProtobufDecoder decoder;

  public Protobuf(Schemas schemas) {
    this.schemas = schemas;
    var protobufMessages = new ProtobufMessages();
    this.encoder = new ProtobufEncoder(protobufMessages);
    this.decoder = new ProtobufDecoder(protobufMessages);
  }

  /** Encodes an object with its envelope, which holds its {@code apiVersion} and {@code kind}. */
  public byte[] encode(Json.Obj object, SchemaType.Struct type) {
    var out = new WireWriter();
    encoder.write(object, type, out);
    out.message(RAW, 0);
    int before = out.length();
    out.string(KIND, object.text("kind"));
    out.string(API_VERSION, object.text("apiVersion"));
    out.message(TYPE_META, before);
    out.raw(MAGIC);
    return out.toBytes();
  }

  /** Encodes an event of a watch, with its length in front; the object is encoded already. */
  public static byte[] watchEvent(String type, byte[] object) {
    var out = new WireWriter();
    out.bytes(1, object);
    out.message(2, 0);
    out.string(1, type);
    out.raw(ByteBuffer.allocate(Integer.BYTES).putInt(out.length()).array());
    return out.toBytes();
  }

  /** Returns whether a body begins with the four magic bytes. */
  public static boolean isProtobuf(byte[] body) {
    return body.length >= MAGIC.length
        && Arrays.equals(body, 0, MAGIC.length, MAGIC, 0, MAGIC.length);
  }

  /**
   * Decodes the object in a body, with {@code apiVersion} and {@code kind}.
   *
   * @param apiVersion the version if the envelope does not state it
   * @param kind the kind if the envelope does not state it
   * @throws ProtobufMistake if it cannot be read
   */
  public Json.Obj decode(byte[] body, String apiVersion, String kind) {
    if (!isProtobuf(body)) {
      throw new ProtobufMistake(
          "The body does not begin with the four bytes that %s has; send it as JSON, or set its"
                  .formatted(MEDIA_TYPE)
              + " media type.");
    }
    var envelope = Envelope.read(new WireReader(Arrays.copyOfRange(body, 4, body.length)));
    var version = envelope.apiVersion().isEmpty() ? apiVersion : envelope.apiVersion();
    var name = envelope.kind().isEmpty() ? kind : envelope.kind();
    var type =
        schemas
            .of(version, name)
            .orElseThrow(
                () ->
                    new ProtobufMistake(
                        "no kind \"%s\" is registered for version \"%s\""
                            .formatted(
                                FieldCheck.shortened(name, 100),
                                FieldCheck.shortened(version, 100))));
    return decoder.read(envelope.raw(), type, version, name);
  }

  private record Envelope(String apiVersion, String kind, WireReader raw) {
    static Envelope read(WireReader in) {
      var apiVersion = "";
      var kind = "";
      var raw = new WireReader(new byte[0]);
      while (in.next()) {
        switch (in.tag()) {
          case TYPE_META -> {
            for (var meta = in.message(); meta.next(); ) {
              switch (meta.tag()) {
                case API_VERSION -> apiVersion = meta.string();
                case KIND -> kind = meta.string();
                default -> meta.skip();
              }
            }
          }
          case RAW -> raw = in.message();
          default -> in.skip();
        }
      }
      return new Envelope(apiVersion, kind, raw);
    }
  }
}
