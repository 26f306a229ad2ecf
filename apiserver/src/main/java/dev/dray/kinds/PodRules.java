package dev.dray.kinds;

import dev.dray.api.json.Json;
import java.util.List;

/** Pods. */
final class PodRules implements TreeRules {

  @Override
  public List<String> parts() {
    return List.of("status");
  }

  @Override
  public Json.Obj created(Json.Obj object, Circumstances circumstances) {
    return object.with("status", Json.obj("phase", "Pending"));
  }

  @Override
  public boolean countsGenerations() {
    return true;
  }

  @Override
  public boolean deletionReturnsObject() {
    return true;
  }
}
