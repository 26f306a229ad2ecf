package main

// Widget is the kind of the cases as a strategic merge patch sees it: by the tags of its fields.
type Widget struct {
	APIVersion string   `json:"apiVersion,omitempty"`
	Kind       string   `json:"kind,omitempty"`
	Metadata   Metadata `json:"metadata,omitempty"`
	Spec       Spec     `json:"spec,omitempty"`
	Status     Status   `json:"status,omitempty"`
}

type Metadata struct {
	Name        string            `json:"name,omitempty"`
	UID         string            `json:"uid,omitempty"`
	Labels      map[string]string `json:"labels,omitempty"`
	Annotations map[string]string `json:"annotations,omitempty"`
	Finalizers  []string          `json:"finalizers,omitempty" patchStrategy:"merge"`
}

type Spec struct {
	Title      string            `json:"title,omitempty"`
	Replicas   int               `json:"replicas,omitempty"`
	Paused     bool              `json:"paused,omitempty"`
	Selector   map[string]string `json:"selector,omitempty"`
	Limits     map[string]string `json:"limits,omitempty"`
	Tags       []string          `json:"tags,omitempty" patchStrategy:"merge"`
	Args       []string          `json:"args,omitempty"`
	Containers []Container       `json:"containers,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	Strategy   *Strategy         `json:"strategy,omitempty" patchStrategy:"retainKeys"`
	Source     *Source           `json:"source,omitempty" patchStrategy:"replace"`
	Pool       *Pool             `json:"pool,omitempty"`
	Frozen     *Frozen           `json:"frozen,omitempty"`
	Data       Anything          `json:"data,omitempty"`
	Shards     map[string]Shard  `json:"shards,omitempty"`
}

type Anything struct{}

type Container struct {
	Name    string   `json:"name,omitempty"`
	Image   string   `json:"image,omitempty"`
	Command []string `json:"command,omitempty"`
	Env     []Env    `json:"env,omitempty" patchStrategy:"merge" patchMergeKey:"name"`
	Ports   []Port   `json:"ports,omitempty" patchStrategy:"merge" patchMergeKey:"port"`
}

type Env struct {
	Name  string `json:"name,omitempty"`
	Value string `json:"value,omitempty"`
}

type Port struct {
	Port     int    `json:"port,omitempty"`
	Protocol string `json:"protocol,omitempty"`
	Name     string `json:"name,omitempty"`
}

type Strategy struct {
	Type    string   `json:"type,omitempty"`
	Rolling *Rolling `json:"rolling,omitempty"`
}

type Rolling struct {
	Max int `json:"max,omitempty"`
}

type Source struct {
	Path   string `json:"path,omitempty"`
	Branch string `json:"branch,omitempty"`
}

type Pool struct {
	Name       string `json:"name,omitempty"`
	Generation int    `json:"generation,omitempty"`
}

type Frozen struct {
	A string `json:"a,omitempty"`
	B string `json:"b,omitempty"`
}

type Shard struct {
	Count int    `json:"count,omitempty"`
	Label string `json:"label,omitempty"`
}

type Status struct {
	Phase      string      `json:"phase,omitempty"`
	Conditions []Condition `json:"conditions,omitempty" patchStrategy:"merge" patchMergeKey:"type"`
}

type Condition struct {
	Type   string `json:"type,omitempty"`
	Status string `json:"status,omitempty"`
	Reason string `json:"reason,omitempty"`
}
