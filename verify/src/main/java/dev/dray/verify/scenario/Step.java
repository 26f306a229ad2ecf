package dev.dray.verify.scenario;

import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Something that happens in a scenario. */
public sealed interface Step {

  /**
   * The claims of one pod are to be allocated together.
   *
   * @param like the claim that these are copies of
   * @param node absent if any node may be chosen
   */
  record Allocate(
      List<String> claims, Optional<String> like, Optional<String> node, Keeping keeping)
      implements Step {
    public Allocate {
      claims = List.copyOf(claims);
    }
  }

  /** What becomes of an allocation. */
  enum Keeping {
    KEPT,
    /** It was only asked what would be. */
    FORGOTTEN
  }

  /** Claims give back what they have. */
  record Release(List<String> claims) implements Step {
    public Release {
      claims = List.copyOf(claims);
    }
  }

  /** The objects of a file are written, new ones and changed ones. */
  record Apply(String file, Storing storing) implements Step {}

  /** How objects get into the store. */
  enum Storing {
    VALIDATED,
    /** As they are: whoever let them in had other rules. */
    UNCHECKED
  }

  /** Objects go, each written as {@code Kind/name}. */
  record Delete(List<String> objects) implements Step {
    public Delete {
      objects = List.copyOf(objects);
    }
  }

  /** The scheduler forgets everything and reads all objects again. */
  record Restart() implements Step {}

  /** A component is started again with other gates. */
  record SetGates(Component component, Map<String, Boolean> gates) implements Step {}

  /** What has gates of its own. */
  enum Component {
    API_SERVER("API server"),
    SCHEDULER("scheduler");

    private final String words;

    Component(String words) {
      this.words = words;
    }

    String words() {
      return words;
    }
  }

  /** Something is looked at. */
  record Show(Subject subject) implements Step {}

  /** What can be looked at. */
  enum Subject {
    /** The devices as claims meet them: mixins, patches and taint rules merged in. */
    DEVICES,
    /** What is left of counters and of devices that are shared. */
    LEFT
  }
}
