package dev.dray.schema;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.dray.api.codec.ObjectTrees;
import dev.dray.api.codec.text.Limits;
import dev.dray.api.json.Json;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Random;
import java.util.Set;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;

class ProtobufTest {
  private static final Schemas SCHEMAS = Schemas.load();
  private static final Protobuf PROTOBUF = new Protobuf(SCHEMAS);

  /** An object that the types of Kubernetes wrote in both formats; see tools/schema/vectors. */
  private record Vector(String apiVersion, String kind, String protobufText, String jsonText) {
    byte[] protobuf() {
      return Base64.getDecoder().decode(protobufText);
    }

    SchemaType.Struct type() {
      return SCHEMAS.of(apiVersion, kind).orElseThrow();
    }

    Json.Obj tree() {
      return normal(parse(Base64.getDecoder().decode(jsonText)), type());
    }

    @Override
    public String toString() {
      return kind + " in " + apiVersion;
    }
  }

  private static Json.Obj parse(byte[] json) {
    var parsed = new ObjectTrees(Limits.DEFAULT).parseJson(json);
    return (Json.Obj) ((ObjectTrees.Parsed.Tree) parsed).value();
  }

  private static List<Vector> vectors() {
    var vectors = new ArrayList<Vector>();
    try (var file = ProtobufTest.class.getResourceAsStream("vectors.txt.gz");
        var in = new GZIPInputStream(requireNonNull(file))) {
      for (var line : new String(in.readAllBytes(), UTF_8).lines().toList()) {
        var parts = line.split(" ", -1);
        vectors.add(new Vector(parts[0], parts[1], parts[2], parts[3]));
      }
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    return vectors;
  }

  /** Without null and without empty objects that were never set: Go writes them all the same. */
  private static Json.Obj normal(Json.Obj tree, SchemaType.Struct type) {
    var checked = FieldCheck.check(tree, type);
    assertThat(checked.unknown()).isEmpty();
    assertThat(checked.mistyped()).isEmpty();
    return (Json.Obj) withoutUnset(checked.pruned(), type);
  }

  private static Json withoutUnset(Json json, SchemaType type) {
    if (json instanceof Json.Obj object && type instanceof SchemaType.Struct struct) {
      var all = new LinkedHashMap<String, Json>();
      object
          .fields()
          .forEach(
              (name, value) -> {
                var field = struct.fields().get(name);
                var ref = (WireRef) requireNonNull(field).ref();
                var cleaned = withoutUnset(value, field.type());
                boolean unset =
                    cleaned.equals(Json.Obj.EMPTY)
                        && field.type() instanceof SchemaType.Struct
                        && !ref.pointer()
                        && !ref.always();
                boolean none = cleaned.equals(Json.Arr.of()) && !ref.pointer();
                if (!unset && !none) {
                  all.put(name, cleaned);
                }
              });
      return new Json.Obj(all);
    }
    if (json instanceof Json.Arr(var items) && type instanceof SchemaType.ListOf list) {
      return Json.of(
          items.stream().map(item -> withoutUnset(item, list.element().type())).toList());
    }
    if (json instanceof Json.Obj object && type instanceof SchemaType.MapOf map) {
      var all = new LinkedHashMap<String, Json>();
      object
          .fields()
          .forEach((name, value) -> all.put(name, withoutUnset(value, map.value().type())));
      return new Json.Obj(all);
    }
    return json;
  }

  @Test
  void what_go_wrote_is_read_as_the_same_object() {
    var vectors = vectors();
    assertThat(vectors).hasSizeGreaterThan(80);
    for (var vector : vectors) {
      var decoded = PROTOBUF.decode(vector.protobuf(), "", "");

      assertThat(decoded).as(vector.toString()).isEqualTo(vector.tree());
    }
  }

  @Test
  void what_is_written_is_read_as_the_same_object() throws IOException {
    var lines = new ArrayList<String>();
    for (var vector : vectors()) {
      var encoded = PROTOBUF.encode(vector.tree(), vector.type());

      assertThat(PROTOBUF.decode(encoded, "", "")).as(vector.toString()).isEqualTo(vector.tree());
      var encoder = Base64.getEncoder();
      lines.add(
          String.join(
              " ",
              vector.apiVersion(),
              vector.kind(),
              encoder.encodeToString(encoded),
              encoder.encodeToString(vector.tree().bytes())));
    }
    // For go run ./vectors -check, which reads them with the types of Kubernetes.
    Files.write(Path.of("target", "protobuf-written.txt"), lines);
  }

  @Test
  void every_field_of_every_kind_is_in_a_vector() {
    var seen = new HashSet<String>();
    var known = new HashSet<String>();
    for (var vector : vectors()) {
      fields(vector.type(), known);
      seen(vector.tree(), vector.type(), seen);
    }
    known.removeIf(place -> place.endsWith(" ours"));
    known.removeAll(seen);
    assertThat(known).isEmpty();
  }

  private static void fields(SchemaType type, Set<String> found) {
    switch (type) {
      case SchemaType.Struct struct -> {
        for (var field : struct.fields().values()) {
          var ours = field.tag() >= 1000 && field.tag() < 2000 ? " ours" : "";
          if (found.add(struct.name() + "." + field.name() + ours) && ours.isEmpty()) {
            fields(field.type(), found);
          }
        }
      }
      case SchemaType.ListOf list -> fields(list.element().type(), found);
      case SchemaType.MapOf map -> fields(map.value().type(), found);
      case SchemaType.Scalar _, SchemaType.Anything _ -> {}
    }
  }

  private static void seen(Json json, SchemaType type, Set<String> found) {
    if (json instanceof Json.Obj object && type instanceof SchemaType.Struct struct) {
      object
          .fields()
          .forEach(
              (name, value) -> {
                found.add(struct.name() + "." + name);
                var field = requireNonNull(struct.fields().get(name));
                seen(value, field.type(), found);
              });
    } else if (json instanceof Json.Arr(var items) && type instanceof SchemaType.ListOf list) {
      items.forEach(item -> seen(item, list.element().type(), found));
    } else if (json instanceof Json.Obj object && type instanceof SchemaType.MapOf map) {
      object.fields().values().forEach(value -> seen(value, map.value().type(), found));
    }
  }

  private static final String OURS =
      """
      {"apiVersion":"resource.k8s.io/v1","kind":"ResourceClaim","metadata":{"name":"c"},
       "spec":{"devices":{}},"status":{"allocation":{"devices":{"results":[
        {"request":"r","driver":"d","pool":"p","device":"x",
         "compatibilityGroups":{"set":["a","b"],"other":[]},
         "consumedCounters":{"set":{"memory":"4Gi","slots":"2"}}}]}}}}
      """;

  @Test
  void fields_that_only_we_have_are_kept() {
    var tree = parse(OURS.getBytes(UTF_8));
    var type = SCHEMAS.of("resource.k8s.io/v1", "ResourceClaim").orElseThrow();

    assertThat(PROTOBUF.decode(PROTOBUF.encode(tree, type), "", "")).isEqualTo(tree);
  }

  @Test
  void an_attribute_can_be_removed_by_a_patch() {
    var tree =
        parse(
            """
            {"apiVersion":"resource.k8s.io/v1alpha3","kind":"ResourceSlicePatch","metadata":{},
             "spec":{"devices":{"priority":0,"attributes":{"a/b":{"null":{}},"a/c":{"bool":false}}}}}
            """
                .getBytes(UTF_8));
    var type = SCHEMAS.of("resource.k8s.io/v1alpha3", "ResourceSlicePatch").orElseThrow();

    assertThat(PROTOBUF.decode(PROTOBUF.encode(tree, type), "", ""))
        .isEqualTo(tree.without("metadata"));
  }

  @Test
  void the_request_says_the_kind_if_the_envelope_does_not() {
    var lease = Json.obj("metadata", Json.obj("name", "l"));
    var type = SCHEMAS.of("coordination.k8s.io/v1", "Lease").orElseThrow();

    var decoded = PROTOBUF.decode(PROTOBUF.encode(lease, type), "coordination.k8s.io/v1", "Lease");

    assertThat(decoded.text("kind")).isEqualTo("Lease");
    assertThat(decoded.text("metadata", "name")).isEqualTo("l");
  }

  @Test
  void unknown_kinds_are_refused_by_name() {
    var type = SCHEMAS.of("v1", "ConfigMap").orElseThrow();
    var strange = PROTOBUF.encode(Json.obj("apiVersion", "v9", "kind", "Thing"), type);

    assertThatThrownBy(() -> PROTOBUF.decode(strange, "", ""))
        .isInstanceOf(ProtobufMistake.class)
        .hasMessageContaining("Thing")
        .hasMessageContaining("v9");
  }

  @Test
  void what_is_no_protobuf_is_refused() {
    assertThat(Protobuf.isProtobuf("{}".getBytes(UTF_8))).isFalse();
    assertThatThrownBy(() -> PROTOBUF.decode("{}".getBytes(UTF_8), "v1", "Pod"))
        .isInstanceOf(ProtobufMistake.class);
  }

  @Test
  void broken_bytes_are_refused_and_never_crash() {
    long seed = 4816;
    var random = new Random(seed);
    var vectors = vectors();
    int refused = 0;
    for (int i = 0; i < 20_000; i++) {
      var bytes = vectors.get(random.nextInt(vectors.size())).protobuf();
      for (int j = 0; j < 3; j++) {
        bytes[4 + random.nextInt(bytes.length - 4)] = (byte) random.nextInt();
      }
      var cut = Arrays.copyOf(bytes, random.nextInt(4, bytes.length + 1));
      try {
        PROTOBUF.decode(random.nextBoolean() ? cut : bytes, "v1", "Pod");
      } catch (ProtobufMistake _) {
        refused++;
      } catch (RuntimeException e) {
        throw new AssertionError("seed %d, round %d".formatted(seed, i), e);
      }
    }
    assertThat(refused).isBetween(1_000, 19_999);
  }

  @Test
  void events_of_a_watch_have_their_length_in_front() {
    var event = Protobuf.watchEvent("ADDED", new byte[] {1, 2, 3});

    assertThat(event)
        .containsExactly(0, 0, 0, 14, 10, 5, 'A', 'D', 'D', 'E', 'D', 18, 5, 10, 3, 1, 2, 3);
  }

  @Test
  void no_table_has_a_type_that_cannot_be_encoded() {
    for (var file : List.of("core.v1", "meta.v1", "resource", "events.v1", "rbac.v1")) {
      assertThat(TableReader.lines(file))
          .noneMatch(line -> line.matches("  [a-zA-Z]+ [0-9/]+ [^ ]*(duration|number)( .*)?"));
    }
  }
}
