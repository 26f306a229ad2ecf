package dev.dray.schema;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.dray.schema.SchemaType.MapKind;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** The reader of a table; {@code tools/schema/README.md} describes the format. */
final class TableReader {
  private static final String RESOURCE = "resource.";

  private final String table;
  private final String version;
  private final Schemas schemas;
  private final TypeDescriptions typeDescriptions;
  private final List<Draft> drafts = new ArrayList<>();

  /** The descriptions in this table, by type or by type and field. */
  private final Map<String, String> said = new HashMap<>();

  private String prefix = "";

  private TableReader(String table, Schemas schemas, TypeDescriptions typeDescriptions) {
    this.table = table;
    this.version = table.substring(table.lastIndexOf('.') + 1);
    this.schemas = schemas;
    this.typeDescriptions = typeDescriptions;
  }

  /**
   * Reads the table of a version, such as core.v1; all versions of resource.k8s.io are in one file.
   */
  static TypeTable read(String table, Schemas schemas, TypeDescriptions typeDescriptions) {
    var file = table.startsWith(RESOURCE) ? "resource" : table;
    var reader = new TableReader(table, schemas, typeDescriptions);
    lines(file).forEach(reader::add);
    return reader.table();
  }

  static List<String> lines(String file) {
    var name = file + ".txt";
    try (var in = TableReader.class.getResourceAsStream(name)) {
      if (in == null) {
        throw new IllegalStateException(
            "The table (%s) is missing: the build is incomplete.".formatted(name));
      }
      return new String(in.readAllBytes(), UTF_8).lines().toList();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void add(String line) {
    var text = line.strip();
    if (text.isEmpty() || text.startsWith("#")) {
      return;
    }
    if (line.startsWith("package ")) {
      prefix = text.substring("package ".length()).replace("*", version);
    } else if (line.startsWith(" ")) {
      drafts.getLast().add(text);
    } else {
      drafts.add(new Draft(text.split(" ")));
    }
  }

  private TypeTable table() {
    drafts.forEach(Draft::say);
    var structs = new LinkedHashMap<String, SchemaType.Struct>();
    var kinds = new ArrayList<String>();
    for (var draft : drafts) {
      if (draft.heading.isIn(version)) {
        structs.put(draft.name, draft.struct());
        if (draft.isKind) {
          kinds.add(draft.name);
        }
      }
    }
    return new TypeTable(structs, kinds);
  }

  /**
   * Returns the description of a place: its own, that of the place it refers to, or one of {@link
   * TypeDescriptions}.
   */
  private String description(String place, CharSequence own) {
    if (own.isEmpty()) {
      return typeDescriptions.of(table + "." + place);
    }
    if (own.charAt(0) != '=') {
      return own.toString();
    }
    var other = said.get(own.toString().substring(1).strip());
    if (other == null) {
      throw new IllegalStateException(
          "The place (%s) of the table (%s) refers to a description (%s) that does not exist."
              .formatted(place, table, own));
    }
    return other;
  }

  private void say(String place, CharSequence own) {
    if (!own.isEmpty() && own.charAt(0) != '=') {
      said.putIfAbsent(place, own.toString());
    }
  }

  private static void append(StringBuilder description, String line) {
    var text = line.substring(1);
    description.append(description.isEmpty() ? "" : " ").append(text.strip());
  }

  /** A builder of a type, while its lines are read. */
  private final class Draft {
    private final boolean isKind;
    private final String name;
    private final TableOptions heading;
    private final StringBuilder description = new StringBuilder();
    private final List<FieldDraft> fields = new ArrayList<>();

    Draft(String[] line) {
      isKind = line[0].equals("kind");
      name = line[1];
      heading = new TableOptions(line, 2);
    }

    void add(String text) {
      if (text.startsWith(":")) {
        append(fields.isEmpty() ? description : fields.getLast().description, text);
      } else {
        fields.add(new FieldDraft(this, text.split(" ")));
      }
    }

    void say() {
      TableReader.this.say(name, description);
      fields.forEach(field -> TableReader.this.say(field.place, field.description));
    }

    SchemaType.Struct struct() {
      var all = new LinkedHashMap<String, SchemaType.Field>();
      for (var field : fields) {
        if (field.tableOptions.isIn(version)) {
          all.put(field.name, field.field());
        }
      }
      var kind = heading.has("atomic") ? MapKind.ATOMIC : MapKind.GRANULAR;
      return new SchemaType.Struct(prefix + "." + name, all, kind, description(name, description));
    }
  }

  private final class FieldDraft {
    private final boolean ofKind;
    private final String place;
    private final String name;
    private final String tag;
    private final String type;
    private final TableOptions tableOptions;
    private final StringBuilder description = new StringBuilder();

    FieldDraft(Draft owner, String[] line) {
      name = line[0];
      ofKind = owner.isKind;
      place = owner.name + "." + name;
      tag = line[1];
      type = line[2];
      tableOptions = new TableOptions(line, 3);
    }

    SchemaType.Field field() {
      boolean pointer = type.startsWith("*");
      var text = new TypeText(pointer ? type.substring(1) : type, table, schemas, tableOptions);
      return new SchemaType.Field(
          name,
          new WireRef(text::type, pointer, tableOptions.has("always"), tableOptions.has("boxed")),
          tableOptions.has("required"),
          tableOptions.value("default"),
          description(),
          tableOptions.has("retainKeys"),
          tableOptions.has("replace"),
          tag(tag));
    }

    /**
     * Returns the description; the few fields that every kind has are described once for all of
     * them.
     */
    private String description() {
      var own = TableReader.this.description(place, description);
      return own.isEmpty() && ofKind ? typeDescriptions.of("*." + name) : own;
    }
  }

  private static int tag(String text) {
    int slash = text.indexOf('/');
    int inner = Integer.parseInt(text.substring(slash + 1));
    return slash < 0
        ? inner
        : SchemaType.Field.tagWithin(Integer.parseInt(text.substring(0, slash)), inner);
  }
}
